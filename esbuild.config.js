// Bundles src/main.ts into dist/, one chunk for each lazily loaded part, so that a command loads only what it uses.
import {rmSync} from 'node:fs';
import {build} from 'esbuild';

/** Ink asks for the React devtools when DEV is "true" in the environment; they are no dependency of ours. */
const withoutDevtools = {
  name: 'without-devtools',
  /** @param {import('esbuild').PluginBuild} build */
  setup: build => {
    build.onResolve({filter: /^react-devtools-core$/}, ({path}) => ({path, namespace: 'nothing'}));
    build.onLoad({filter: /.*/, namespace: 'nothing'}, () => ({contents: 'export default undefined;'}));
  },
};

rmSync(new URL('dist', import.meta.url), {recursive: true, force: true});
await build({
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
  plugins: [withoutDevtools],
  banner: {
    js: "import {createRequire as bizctlRequire} from 'node:module'; const require = bizctlRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
