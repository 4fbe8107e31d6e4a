// Bundles src/main.ts into dist/, one chunk for each lazily loaded part, so that a command loads only what it uses.
import {execFileSync} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {build} from 'esbuild';

/**
 * What is imported and never used: Ink asks for the React devtools when DEV is "true" in the environment, and conf for the validators of
 * schemas, which bizctl gives it none of. restore-cursor writes to stderr whatever stderr is; bizctl shows the cursor again by itself.
 */
const unused = {
  name: 'unused',
  /** @param {import('esbuild').PluginBuild} build */
  setup: build => {
    build.onResolve({filter: /^(react-devtools-core|restore-cursor|ajv\/dist\/2020\.js|ajv-formats)$/}, ({path}) => ({
      path,
      namespace: 'unused',
    }));
    // What jq has to say comes back from it; what is printed here is that its memory is full, which bizctl says itself.
    build.onLoad({filter: /jq-wasm\/dist\/inline\.mjs$/}, ({path}) => ({
      contents: readFileSync(path, 'utf8').replaceAll('console.error', '(() => {})'),
    }));
    // Someone else's DEV is no wish to debug Ink.
    build.onLoad({filter: /ink\/build\/\w+\.js$/}, ({path}) => ({
      contents: readFileSync(path, 'utf8').replaceAll("process.env['DEV']", 'undefined'),
    }));
    build.onLoad({filter: /.*/, namespace: 'unused'}, () => ({
      contents: 'export const Ajv2020 = undefined; export default () => {};',
    }));
  },
};

rmSync(new URL('dist', import.meta.url), {recursive: true, force: true});
const {metafile} = await build({
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  chunkNames: 'chunks/[name]-[hash]',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  define: {'process.env.NODE_ENV': '"production"'},
  plugins: [unused],
  metafile: true,
  banner: {
    js: "import {createRequire as bizctlRequire} from 'node:module'; const require = bizctlRequire(import.meta.url);",
  },
  logLevel: 'warning',
});

/** The licences of what is bundled ask to go along with it. */
function collectLicenses() {
  const packages = Object.keys(metafile.inputs).flatMap(
    path => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  return [...new Set(packages)].sort().map(path => {
    const {name, version, license} = JSON.parse(readFileSync(`${path}/package.json`, 'utf8'));
    const file = readdirSync(path).find(entry => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? '' : readFileSync(`${path}/${file}`, 'utf8').trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
}
writeFileSync('dist/licenses.txt', collectLicenses().join('\n---\n\n'));

// What each file of dist holds, for the test of what is loaded.
mkdirSync('node_modules/.cache/bizctl', {recursive: true});
writeFileSync('node_modules/.cache/bizctl/bundle.json', JSON.stringify(metafile.outputs));

mkdirSync('dist/man');
for (const {file, text} of JSON.parse(
  execFileSync(process.execPath, ['bin/bizctl.js', '__manual'], {encoding: 'utf8'}),
))
  writeFileSync(`dist/man/${file}`, text);
