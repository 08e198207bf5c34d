/** `npm run docs` writes the pages that are made from the code. */
import { writeFileSync } from 'node:fs';
import { fileOf, PAGES } from './pages.ts';

for (const [path, make] of Object.entries(PAGES)) {
  writeFileSync(fileOf(path), await make());
  console.log(path);
}
