// Makes source files from data of others: `npm run generate -- api-types`, `… -- zone-names FILE`, `… -- areas FOLDER`,
// `… -- holidays FROM TO`,
// the database of a release: `npm run generate -- release-fixture`, and the pictures of the documents: `… -- pictures`.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const [name, ...args] = process.argv.slice(2);
const TOOLS = import.meta.dirname;
const run = (program, ...words) => execFileSync(program, words, { stdio: 'inherit' });

switch (name) {
  case 'api-types':
    // Its compiler is older than ours, so it has a folder of packages of its own.
    run(
      'npm',
      'ci',
      '--prefix',
      join(TOOLS, 'api-types'),
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
    );
    run(process.execPath, join(TOOLS, 'api-types/generate.js'));
    break;
  case 'zone-names':
    run(process.execPath, join(TOOLS, 'zone-names/generate.js'), ...args);
    break;
  case 'areas':
    run(process.execPath, join(TOOLS, 'areas/generate.js'), ...args);
    break;
  case 'holidays':
    run(process.execPath, join(TOOLS, 'holidays/generate.js'), ...args);
    break;
  case 'release-fixture':
    run(process.execPath, join(TOOLS, '../test/fixtures/releases/make.ts'), ...args);
    break;
  case 'pictures':
    run(process.execPath, join(TOOLS, '../test/pictures.ts'), ...args);
    break;
  default:
    console.error(
      'Say what to make: npm run generate -- api-types, zone-names FILE, areas FOLDER, holidays FROM TO, release-fixture, or pictures',
    );
    process.exitCode = 2;
}
