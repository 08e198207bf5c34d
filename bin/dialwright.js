#!/usr/bin/env node
// Plain JavaScript, so that an old version of Node can read it and say what is missing.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 24 || (major === 24 && minor < 2)) {
  console.error(
    `Dialwright needs Node 24.2 or newer; this is ${process.versions.node}.\n` +
      '`npm ci` installs Node 24 for its npm scripts: run `npm ci`, then `npm start`, or\n' +
      '`npm run cli -- --help` for the command line.',
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
  const { main } = await import('../src/cli/main.ts');
  await main(process.argv);
}
