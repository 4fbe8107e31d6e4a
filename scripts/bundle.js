// Bundles src/main.ts into dist/, split so that a command loads only what it uses.
import {execFileSync} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {basename, dirname, join, relative} from 'node:path';
import {rolldown} from 'rolldown';
import {patchedFiles, readPatched, unusedModule, unusedModules} from './source-patches.js';

const top = join(import.meta.dirname, '..');

/** @type {import('rolldown').Plugin} */
const patchSources = {
  name: 'patch-sources',
  resolveId: {filter: {id: unusedModules}, handler: () => '\0unused'},
  load: {
    filter: {id: [/^\0unused$/, patchedFiles]},
    handler: id => (id === '\0unused' ? unusedModule : readPatched(id)),
  },
};

/** `import whole,*as namespace,{names}from"node:name";` */
const importOfNode =
  /\bimport(?: ?(?<whole>[\w$]+),?)?(?:\*as (?<namespace>[\w$]+) ?)?(?:\{(?<names>[^{}]+)\})? ?from"(?<name>node:[\w/]+)";/g;

/**
 * An import of a part of Node reads all that it exports, which loads what nobody asked for: a third of the time that a small command line takes.
 *
 * @param {string} text
 */
const withoutFacades = text =>
  text.replaceAll(importOfNode, (...match) => {
    const {whole, namespace, names = '', name} = match.at(-1);
    const members = names.split(',').map((/** @type {string} */ member) => member.replace(' as ', ':'));
    const targets = [whole ?? [], namespace ?? [], names === '' ? [] : `{${members}}`].flat();
    return targets.map(target => `const ${target}=globalThis.process.getBuiltinModule("${name}");`).join('');
  });

const dist = join(top, 'dist');
const bundle = await rolldown({
  cwd: top,
  input: 'src/main.ts',
  platform: 'node',
  transform: {target: 'node22', define: {'process.env.NODE_ENV': '"production"'}},
  plugins: [patchSources],
  preserveEntrySignatures: 'allow-extension',
  checks: {ineffectiveDynamicImport: false},
});
const {output} = await bundle.generate({
  format: 'esm',
  entryFileNames: 'chunks/[name]-[hash].js',
  chunkFileNames: ({name}) => (name === 'main' ? 'main.js' : 'chunks/[name]-[hash].js'),
  minify: true,
  comments: false,
  minifyInternalExports: false,
  // Each file costs a third of a millisecond, however small: what is always loaded together stands in one.
  codeSplitting: {
    groups: [
      {name: 'main', tags: ['$initial'], priority: 3},
      {name: 'commands', test: /src\/(?:cli\/run-command-line|commands\/[^/]+\/index)\.ts$/, priority: 2},
      {
        name: 'request',
        test: /src\/(?:app\/(?:open-http|display)|profile\/resolve-connection|output\/(?:json-writer|write-value)|api\/(?:fields|deals))\.ts$/,
        priority: 1,
      },
    ],
  },
});
const parts = output.filter(part => part.type === 'chunk');

/** Files that only hand on what another exports, by name. */
const handingOn = new Map(
  parts.flatMap(({fileName, code}) => {
    const target = /^export\{[\w$,]+\}from"\.{1,2}\/([^"]+)";$/.exec(code.trim())?.[1];
    return target === undefined ? [] : [[basename(fileName), basename(target)]];
  }),
);
const chunks = parts.filter(({fileName}) => !handingOn.has(basename(fileName)));

/**
 * Imports from where things are.
 *
 * @param {string} text
 */
const withoutDetours = text =>
  text.replaceAll(/\bimport\(([`'"])(\.{1,2}\/(?:chunks\/)?)([\w.-]+)\1\)/g, (all, _quote, folder, file) => {
    const target = handingOn.get(file);
    if (target === undefined) return all;
    return target === 'main.js' ? `import("../main.js")` : `import("${folder}${target}")`;
  });
for (const part of ['main.js', 'chunks', 'man']) rmSync(join(dist, part), {recursive: true, force: true});
for (const {fileName, code} of chunks) {
  const path = join(dist, fileName);
  mkdirSync(dirname(path), {recursive: true});
  writeFileSync(path, withoutDetours(withoutFacades(code)));
}

const inputs = Object.fromEntries(
  chunks.map(({fileName, moduleIds}) => [
    `dist/${fileName}`,
    moduleIds.map(id => relative(top, id).replaceAll('\\', '/')),
  ]),
);

/** The licences of what is bundled ask to go along with it. */
function collectLicenses() {
  const packages = Object.values(inputs)
    .flat()
    .flatMap(path => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
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
writeFileSync('node_modules/.cache/bizctl/bundle.json', JSON.stringify(inputs));

mkdirSync('dist/man');
for (const {file, text} of JSON.parse(
  execFileSync(process.execPath, ['bin/bizctl.js', '__manual'], {encoding: 'utf8'}),
))
  writeFileSync(`dist/man/${file}`, text);
