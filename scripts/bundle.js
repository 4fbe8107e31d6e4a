// Bundles src/main.ts into dist/, split so that a command loads only what it uses.
import {execFileSync} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {basename, dirname, join, relative} from 'node:path';
import {rolldown} from 'rolldown';
import {parseAst} from 'rolldown/parseAst';
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

/**
 * Loads Node's builtin modules with `process.getBuiltinModule`. An ES import reads every export of a module, which
 * loads more of Node: 10 of the 75 ms of `fields list --help`.
 *
 * @type {import('rolldown').Plugin}
 */
const readBuiltins = {
  name: 'read-builtins',
  renderChunk: code => {
    let rendered = code;
    for (const node of parseAst(code).body.toReversed()) {
      if (node.type !== 'ImportDeclaration' || !node.source.value.startsWith('node:')) continue;
      const builtin = `globalThis.process.getBuiltinModule(${JSON.stringify(node.source.value)})`;
      const members = node.specifiers.flatMap(specifier =>
        specifier.type === 'ImportSpecifier'
          ? [
              `${'name' in specifier.imported ? specifier.imported.name : specifier.imported.value}:${specifier.local.name}`,
            ]
          : [],
      );
      const wholes = node.specifiers.flatMap(specifier =>
        specifier.type === 'ImportSpecifier' ? [] : [specifier.local.name],
      );
      const targets = [...wholes, ...(members.length > 0 ? [`{${members.join(',')}}`] : [])];
      const statements = targets.map(target => `const ${target}=${builtin};`).join('');
      rendered = rendered.slice(0, node.start) + statements + rendered.slice(node.end);
    }
    return rendered;
  },
};

const dist = join(top, 'dist');
const bundle = await rolldown({
  cwd: top,
  input: 'src/main.ts',
  platform: 'node',
  // fastest-levenshtein names its ES module only in "module".
  resolve: {mainFields: ['module', 'main']},
  transform: {target: 'node22', define: {'process.env.NODE_ENV': '"production"'}},
  plugins: [patchSources, readBuiltins],
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
  // Each file costs a third of a millisecond, however small, so what is always loaded together shares one.
  codeSplitting: {
    groups: [
      {name: 'main', tags: ['$initial'], priority: 3},
      {name: 'commands', test: /src\/(?:cli\/run-command-line|commands\/[^/]+\/index)\.ts$/, priority: 2},
      {
        name: 'request',
        test: /src\/(?:app\/(?:api|command)-context|output\/formats\/json|api\/(?:fields|deals)|profile\/document-store|system\/(?:transport\/node-transport|files\/find-directories))\.ts$/,
        priority: 1,
      },
    ],
  },
});
const emitted = output.filter(each => each.type === 'chunk');

/** Chunks that only pass on the members of another, with that other. */
const facades = new Map(
  emitted.flatMap(({fileName, code, moduleIds, imports}) =>
    moduleIds.length === 0 && imports.length === 1 && /^export\{[\w$,]+\}from"[^"]+";$/.test(code.trim())
      ? [[basename(fileName), basename(imports[0] ?? '')]]
      : [],
  ),
);

/**
 * Imports the other chunk in place of a facade. A page of rows passes seven of them, which costs 8 of its 160 ms.
 *
 * @param {string} code
 */
const skipFacades = code =>
  code.replaceAll(/(?<=\bimport\(["'`]\.\/(?:chunks\/)?)[^"'`/]+/g, name => facades.get(name) ?? name);

const chunks = emitted
  .filter(({fileName}) => !facades.has(basename(fileName)))
  .map(chunk => ({...chunk, code: skipFacades(chunk.code)}));

for (const name of ['main.js', 'chunks', 'man']) rmSync(join(dist, name), {recursive: true, force: true});
for (const {fileName, code} of chunks) {
  const path = join(dist, fileName);
  mkdirSync(dirname(path), {recursive: true});
  writeFileSync(path, code);
}

const inputs = Object.fromEntries(
  chunks.map(({fileName, moduleIds}) => [
    `dist/${fileName}`,
    moduleIds.map(id => relative(top, id).replaceAll('\\', '/')),
  ]),
);

/** The licenses of bundled packages require that they are shipped along. */
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

// The modules in each file of dist, for the test of what commands load.
mkdirSync('node_modules/.cache/bizctl', {recursive: true});
writeFileSync('node_modules/.cache/bizctl/bundle.json', JSON.stringify(inputs));

mkdirSync('dist/man');
for (const {file, text} of JSON.parse(
  execFileSync(process.execPath, ['bin/bizctl.js', '__manual'], {encoding: 'utf8'}),
))
  writeFileSync(`dist/man/${file}`, text);
