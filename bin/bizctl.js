#!/usr/bin/env node
// Plain JavaScript that Node 12 can still parse, so that an old Node gets one sentence and not a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(
    `bizctl needs Node 22.13 or newer; this is Node ${process.versions.node}. Install a current Node, or run it with: npx -p node@24 bizctl\n`,
  );
  process.exitCode = 2;
} else {
  import('node:module').then(({enableCompileCache}) => {
    enableCompileCache();
    return import('../dist/main.js');
  });
}
