#!/usr/bin/env node
// Plain JavaScript, so that an old version of Node can read it and say what is missing.
import { existsSync } from 'node:fs';
import './compile-cache.js';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 24 || (major === 24 && minor < 2)) {
  console.error(
    `Dialwright needs Node 24.2 or newer; this is ${process.versions.node}.\n` +
      'Install a newer Node. In a clone, `npm ci` installs Node 24 for the npm scripts: run `npm ci`,\n' +
      'then `npm start`, or `npm run cli -- --help` for the command line.',
  );
  process.exitCode = 1;
} else {
  // A reader may close the pipe before the end: `dialwright campaigns list | head`.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit(0);
    });
  }
  // A clone runs from source; the package has compiled code, because Node strips no types below node_modules.
  const source = new URL('../src/cli/main.ts', import.meta.url);
  const { main } = await import(existsSync(source) ? source : '../dist/cli/main.js');
  await main(process.argv);
}
