#!/usr/bin/env node
// No syntax here that an old Node does not know: it is to get one sentence, not a syntax error.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(
    `bizctl needs Node 22.13 or newer, but this is Node ${process.versions.node}. Put a current Node first on the PATH.\n`,
  );
  process.exitCode = 2;
} else {
  await import(new URL('../dist/main.js', import.meta.url).href);
}
