// What is changed in the libraries that are bundled, for Node and for the standalone executables alike.
import {readFileSync} from 'node:fs';

/**
 * What is imported and never used: Ink asks for the React devtools when DEV is "true" in the environment, and conf for the validators of
 * schemas, which bizctl gives it none of. restore-cursor writes to stderr whatever stderr is; bizctl shows the cursor again by itself.
 */
export const unusedModules = /^(?:react-devtools-core|restore-cursor|ajv\/dist\/2020\.js|ajv-formats)$/;
export const unusedModule = 'export const Ajv2020 = undefined; export default () => {};';

/** @type {readonly {file: RegExp, from: string, to: string}[]} */
const patches = [
  // What jq has to say comes back from it; what is printed here is that its memory is full, which bizctl says itself.
  {file: /jq-wasm\/dist\/inline\.mjs$/, from: 'console.error', to: '(() => {})'},
  // For commands that are programs of their own: there are none.
  {file: /commander\/lib\/command\.js$/, from: "import childProcess from 'node:child_process';", to: ''},
  // Someone else's DEV is no wish to debug Ink.
  {file: /ink\/build\/\w+\.js$/, from: "process.env['DEV']", to: 'undefined'},
];
export const patchedFiles = new RegExp(patches.map(({file}) => file.source).join('|'));

/**
 * A file of a library as it is bundled.
 *
 * @param {string} path
 */
export function readPatched(path) {
  const slashed = path.replaceAll('\\', '/');
  const text = readFileSync(path, 'utf8');
  const own = patches.filter(({file}) => file.test(slashed));
  // Ink has many files, of which few say that.
  const missing = own.find(({from, file}) => !text.includes(from) && !file.source.includes('ink'));
  if (missing) throw new Error(`${path} has no ${missing.from} any more: look at what is to be patched there`);
  return own.reduce((patched, {from, to}) => patched.replaceAll(from, to), text);
}
