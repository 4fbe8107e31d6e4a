// Builds the executables that need no Node, dist/standalone/bizctl-OS-ARCH[-musl], with checksums and a bill of
// materials. Run by Bun; builds the named targets ("own" is this machine's), or all. Runtimes for other systems are
// Bun's npm packages.
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {patchedFiles, readPatched, unusedModule, unusedModules} from './source-patches.js';

/**
 * The parts of Bun's API used here.
 *
 * @typedef {{path: string, importer: string}} ModuleReference
 * @typedef {(reference: ModuleReference) => {path: string, namespace: string} | undefined} Resolve
 * @typedef {(reference: ModuleReference) => {contents: string, loader: string}} Load
 * @typedef {{filter: RegExp, namespace?: string}} Filter
 * @typedef {{onResolve: (filter: Filter, resolve: Resolve) => void, onLoad: (filter: Filter, load: Load) => void}}
 * Build
 * @type {{version: string, build: (settings: object) => Promise<{success: boolean, logs: unknown[]}>}}
 */
const Bun = Reflect.get(globalThis, 'Bun');

const top = join(import.meta.dirname, '..');
const folder = join(top, 'dist/standalone');

/** The executables and the npm packages of their runtimes. */
const targets = new Map([
  ['linux-x64', 'bun-linux-x64'],
  ['linux-arm64', 'bun-linux-aarch64'],
  ['linux-x64-musl', 'bun-linux-x64-musl'],
  ['linux-arm64-musl', 'bun-linux-aarch64-musl'],
  ['macos-x64', 'bun-darwin-x64'],
  ['macos-arm64', 'bun-darwin-aarch64'],
  ['windows-x64', 'bun-windows-x64'],
]);

/**
 * True for this machine's runtime, the only one installed.
 *
 * @param {string} name
 */
const isInstalled = name => existsSync(join(top, 'node_modules/@oven', name));

/**
 * Node modules of which only functions are used. They load on the first call, because each takes 1 to 2 of the 10 ms of
 * a short command.
 */
const lazyModules = new Map([
  ['node:util', ['styleText', 'stripVTControlCharacters', 'isDeepStrictEqual', 'promisify']],
  ['node:timers/promises', ['setTimeout', 'setImmediate']],
]);

const patchSources = {
  name: 'patch-sources',
  /** @param {Build} build */
  setup: build => {
    build.onResolve({filter: unusedModules}, ({path}) => ({path, namespace: 'unused'}));
    build.onLoad({filter: /.*/, namespace: 'unused'}, () => ({contents: unusedModule, loader: 'js'}));
    build.onLoad({filter: patchedFiles}, ({path}) => ({contents: readPatched(path), loader: 'js'}));
    build.onResolve({filter: /^node:/}, ({path, importer}) =>
      lazyModules.has(path) && /[\\/](?:src|commander)[\\/]/.test(importer) ? {path, namespace: 'late'} : undefined,
    );
    build.onLoad({filter: /.*/, namespace: 'late'}, ({path}) => ({
      contents: (lazyModules.get(path) ?? [])
        .map(name => `export const ${name} = (...args) => process.getBuiltinModule('${path}').${name}(...args);`)
        .join('\n'),
      loader: 'js',
    }));
  },
};

/**
 * Returns the path of a target's runtime: this Bun, or one from npm.
 *
 * @param {string} name
 * @param {string} directory a temporary directory
 */
function fetchRuntime(name, directory) {
  if (isInstalled(name)) return process.execPath;
  /** @type {(command: string, ...args: string[]) => string} */
  const run = (command, ...args) =>
    execFileSync(command, args, {cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']});
  const [packed] = JSON.parse(run('npm', 'pack', `@oven/${name}@${Bun.version}`, '--json'));
  const {packages} = JSON.parse(readFileSync(join(top, 'package-lock.json'), 'utf8'));
  if (packed.integrity !== packages[`node_modules/@oven/${name}`].integrity)
    throw new Error(`@oven/${name} does not match package-lock.json`);
  run('tar', '-xzf', packed.filename);
  return join(directory, 'package/bin', name.includes('windows') ? 'bun.exe' : 'bun');
}

/**
 * @param {string} target
 * @returns the path of the executable
 */
async function buildTarget(target) {
  const runtime = targets.get(target);
  if (runtime === undefined) throw new Error(`unknown target ${target}; use ${[...targets.keys()].join(', ')}`);
  const outfile = join(folder, `bizctl-${target}${target.startsWith('windows') ? '.exe' : ''}`);
  const directory = mkdtempSync(join(tmpdir(), 'bizctl-runtime-'));
  try {
    const {success, logs} = await Bun.build({
      entrypoints: [join(top, 'src/main.ts')],
      target: 'bun',
      format: 'esm',
      splitting: true,
      bytecode: true,
      minify: {whitespace: true, syntax: true, identifiers: false},
      define: {'process.env.NODE_ENV': '"production"'},
      plugins: [patchSources],
      compile: {
        target: runtime,
        executablePath: fetchRuntime(runtime, directory),
        outfile,
        // Files in the current directory must not set the address or token.
        autoloadDotenv: false,
        autoloadBunfig: false,
        autoloadTsconfig: false,
        autoloadPackageJson: false,
      },
    });
    if (!success) throw new Error(logs.map(String).join('\n'));
    return outfile;
  } finally {
    rmSync(directory, {recursive: true});
  }
}

/**
 * Writes checksums in the format of `sha256sum -c`.
 *
 * @param {readonly string[]} files
 */
function writeChecksums(files) {
  const lines = files.map(
    file => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}\n`,
  );
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

/** Writes a CycloneDX bill of materials: the bundled packages and the runtime. */
function writeBillOfMaterials() {
  /** @type {{[file: string]: string[]}} */
  const inputs = JSON.parse(readFileSync(join(top, 'node_modules/.cache/bizctl/bundle.json'), 'utf8'));
  const paths = Object.values(inputs).flat();
  const bundled = new Set(paths.map(path => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]));
  /**
   * @typedef {{name: string, 'bom-ref': string, externalReferences: {type: string}[]}} Component
   * @type {{metadata: {component: Component}, components: Component[], dependencies: {ref: string, dependsOn:
   * string[]}[]}}
   */
  const {metadata, components, dependencies, ...bill} = JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format=cyclonedx'], {cwd: top, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024}),
  );
  const shipped = components.filter(({name}) => bundled.has(name) || name === 'bun');
  const references = new Set([metadata.component, ...shipped].map(each => each['bom-ref']));
  const document = {
    ...bill,
    metadata: {...metadata, component: {...metadata.component, type: 'application', name: 'bizctl'}},
    components: shipped.map(component => ({
      ...component,
      // npm marks them as development dependencies, which does not apply to the executables.
      properties: [],
      externalReferences: component.externalReferences.filter(({type}) => type !== 'distribution'),
    })),
    dependencies: dependencies
      .filter(({ref}) => references.has(ref))
      .map(({ref, dependsOn}) => ({ref, dependsOn: dependsOn.filter(each => references.has(each))})),
  };
  writeFileSync(join(folder, 'bizctl.cdx.json'), `${JSON.stringify(document, undefined, 2)}\n`);
}

/** @param {unknown} error */
function describe(error) {
  const text = error instanceof Error ? ('stderr' in error && String(error.stderr)) || error.message : String(error);
  return text.trim().split('\n').at(-1);
}

const own = [...targets].find(([, runtime]) => isInstalled(runtime))?.[0] ?? 'own';
const named = process.argv.slice(2).map(target => (target === 'own' ? own : target));
rmSync(folder, {recursive: true, force: true});
mkdirSync(folder, {recursive: true});
/** @type {string[]} */
const built = [];
/** @type {string[]} */
const failed = [];
for (const target of named.length > 0 ? named : targets.keys()) {
  try {
    const file = await buildTarget(target);
    built.push(file);
    console.log(`${basename(file)}  ${Math.round(statSync(file).size / 1024 / 1024)} MB`);
  } catch (error) {
    failed.push(target);
    console.error(`${target} cannot be built here: ${describe(error)}`);
  }
}
// The licenses of bundled packages require that they are shipped along; those of Bun's parts are in its documentation.
copyFileSync(join(top, 'dist/licenses.txt'), join(folder, 'licenses.txt'));
appendFileSync(
  join(folder, 'licenses.txt'),
  `\n---\n\nbun ${Bun.version} (MIT; for its parts see bun.com/docs/project/license)\n`,
);
writeBillOfMaterials();
writeChecksums([...built, join(folder, 'bizctl.cdx.json'), join(folder, 'licenses.txt')]);
if (failed.length > 0) {
  console.error(`not built: ${failed.join(', ')}`);
  process.exitCode = 1;
}
