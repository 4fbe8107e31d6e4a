// Builds the executables that need no Node: dist/standalone/bizctl-OS-ARCH[-musl], with their checksums and a list of what is in them. Run by Bun;
// targets that are named are built ("own" is that of this machine), or else all of them. The runtime of another system comes from the npm registry, as a package of Bun's own.
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
 * What is used of Bun.
 *
 * @typedef {{path: string, importer: string}} Place
 * @typedef {(place: Place) => {path: string, namespace: string} | undefined} Resolve
 * @typedef {(place: Place) => {contents: string, loader: string}} Load
 * @typedef {{filter: RegExp, namespace?: string}} Filter
 * @typedef {{onResolve: (filter: Filter, resolve: Resolve) => void, onLoad: (filter: Filter, load: Load) => void}} Build
 * @type {{version: string, build: (settings: object) => Promise<{success: boolean, logs: unknown[]}>}}
 */
const Bun = Reflect.get(globalThis, 'Bun');

const top = join(import.meta.dirname, '..');
const folder = join(top, 'dist/standalone');

/** The executables, and the packages of their runtimes. */
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
 * Just the runtime for this machine is installed.
 *
 * @param {string} name
 */
const isInstalled = name => existsSync(join(top, 'node_modules/@oven', name));

/** Parts of Node of which only functions are used: loaded when one is called, as each takes a millisecond or two of the ten that a command line has. */
const lateParts = new Map([
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
      lateParts.has(path) && /[\\/](?:src|commander)[\\/]/.test(importer) ? {path, namespace: 'late'} : undefined,
    );
    build.onLoad({filter: /.*/, namespace: 'late'}, ({path}) => ({
      contents: (lateParts.get(path) ?? [])
        .map(name => `export const ${name} = (...args) => process.getBuiltinModule('${path}').${name}(...args);`)
        .join('\n'),
      loader: 'js',
    }));
  },
};

/**
 * The runtime of a target: Bun's own for this machine, or that of a package.
 *
 * @param {string} name
 * @param {string} room a folder that is thrown away
 */
function fetchRuntime(name, room) {
  if (isInstalled(name)) return process.execPath;
  /** @type {(command: string, ...args: string[]) => string} */
  const run = (command, ...args) =>
    execFileSync(command, args, {cwd: room, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']});
  const [packed] = JSON.parse(run('npm', 'pack', `@oven/${name}@${Bun.version}`, '--json'));
  const {packages} = JSON.parse(readFileSync(join(top, 'package-lock.json'), 'utf8'));
  if (packed.integrity !== packages[`node_modules/@oven/${name}`].integrity)
    throw new Error(`@oven/${name} is not what package-lock.json says`);
  run('tar', '-xzf', packed.filename);
  return join(room, 'package/bin', name.includes('windows') ? 'bun.exe' : 'bun');
}

/**
 * @param {string} target
 * @returns its path
 */
async function buildTarget(target) {
  const runtime = targets.get(target);
  if (runtime === undefined) throw new Error(`there is ${[...targets.keys()].join(', ')}`);
  const outfile = join(folder, `bizctl-${target}${target.startsWith('windows') ? '.exe' : ''}`);
  const room = mkdtempSync(join(tmpdir(), 'bizctl-runtime-'));
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
        executablePath: fetchRuntime(runtime, room),
        outfile,
        // What lies in a project's folder may set neither address nor token.
        autoloadDotenv: false,
        autoloadBunfig: false,
        autoloadTsconfig: false,
        autoloadPackageJson: false,
      },
    });
    if (!success) throw new Error(logs.map(String).join('\n'));
    return outfile;
  } finally {
    rmSync(room, {recursive: true});
  }
}

/**
 * Their SHA-256, as sha256sum -c reads them.
 *
 * @param {readonly string[]} files
 */
function writeChecksums(files) {
  const lines = files.map(
    file => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}\n`,
  );
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

/** What is in them, as CycloneDX: of all that is installed, what the bundle holds, and the runtime. */
function writeBillOfMaterials() {
  /** @type {{[file: string]: string[]}} */
  const inputs = JSON.parse(readFileSync(join(top, 'node_modules/.cache/bizctl/bundle.json'), 'utf8'));
  const paths = Object.values(inputs).flat();
  const bundled = new Set(paths.map(path => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]));
  /**
   * @typedef {{name: string, 'bom-ref': string, externalReferences: {type: string}[]}} Component
   * @type {{metadata: {component: Component}, components: Component[], dependencies: {ref: string, dependsOn: string[]}[]}}
   */
  const {metadata, components, dependencies, ...bill} = JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format=cyclonedx'], {cwd: top, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024}),
  );
  const kept = components.filter(({name}) => bundled.has(name) || name === 'bun');
  const references = new Set([metadata.component, ...kept].map(each => each['bom-ref']));
  const document = {
    ...bill,
    metadata: {...metadata, component: {...metadata.component, type: 'application', name: 'bizctl'}},
    components: kept.map(component => ({
      ...component,
      // That they are for the development of bizctl holds of its package, not of what is built of them.
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
// The licences of what is bundled ask to go along with it; those of Bun and its parts stand in its documentation.
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
