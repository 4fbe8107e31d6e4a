// Changes to bundled libraries, for Node and for the standalone executables.
import {readFileSync} from 'node:fs';

/**
 * Modules that are imported but never used: Ink imports the React devtools when the environment has DEV=true, and conf
 * the validators of schemas, which bizctl does not use. restore-cursor writes to stderr even if it is not a terminal;
 * bizctl restores the cursor itself. when-exit, which comes with conf, sends each signal again, so that the first
 * Ctrl-C would count as the second.
 */
export const unusedModules = /^(?:react-devtools-core|restore-cursor|when-exit|ajv\/dist\/2020\.js|ajv-formats)$/;
export const unusedModule = 'export const Ajv2020 = undefined; export default () => {};';

/** @type {readonly {file: RegExp, from: string, to: string}[]} */
const patches = [
  // jq returns its messages. This only prints that its memory is full, which bizctl reports itself.
  {file: /jq-wasm\/dist\/inline\.mjs$/, from: 'console.error', to: '(() => {})'},
  // Only needed for subcommands that are separate executables.
  {file: /commander\/lib\/command\.js$/, from: "import childProcess from 'node:child_process';", to: ''},
  // A DEV variable set for another program must not enable Ink's debugging.
  {file: /ink\/build\/\w+\.js$/, from: "process.env['DEV']", to: 'undefined'},
];
export const patchedFiles = new RegExp(patches.map(({file}) => file.source).join('|'));

/**
 * Reads a library file with its patches.
 *
 * @param {string} path
 */
export function readPatched(path) {
  const slashed = path.replaceAll('\\', '/');
  const text = readFileSync(path, 'utf8');
  const applicable = patches.filter(({file}) => file.test(slashed));
  // The pattern for Ink matches many files, only some of which contain the text.
  const missing = applicable.find(({from, file}) => !text.includes(from) && !file.source.includes('ink'));
  if (missing) throw new Error(`${path} no longer contains ${missing.from}: update its patch`);
  return applicable.reduce((patched, {from, to}) => patched.replaceAll(from, to), text);
}
