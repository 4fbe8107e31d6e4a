import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import * as fc from 'fast-check';
import type {JsonObject} from '../../src/json/json.js';
import {bizctl, type Outcome, type World} from '../harness/run-bizctl.js';
import type {Dialect} from './dialect.js';
import {createServer, type Server, type Write} from './server.js';

/** What came of a command line, and the writes that it sent. */
export interface Run extends Outcome {
  readonly writes: readonly Write[];
}

/** A server of a dialect, and a home directory where runs are kept. */
export interface Testbed {
  readonly dialect: Dialect;
  readonly server: Server;
  readonly home: string;
  /**
   * Runs a command line as somebody who answers yes, or with `--yes` where nobody can answer; the tenant is `a` unless
   * `env` has another token.
   */
  readonly run: (words: readonly string[], world?: World) => Promise<Run>;
}

/** The first token of a tenant, as a variable. */
export function tokenOf(tenant: string): {readonly BIZCTL_TOKEN: string} {
  return {BIZCTL_TOKEN: `token-of-${tenant}`};
}

/** The runs of a broken law, for whoever has to repeat them. */
function showRun(words: readonly string[], {exitCode, stderr, writes}: Run): string {
  const sent = writes.map(({method, id = '', body}) => `  ${method} ${id} ${JSON.stringify(body) ?? ''}\n`);
  return `$ bizctl ${words.join(' ')}\n  exit code ${exitCode}\n${sent.join('')}${stderr}`;
}

/** Gives a new server and home to `use`; `stored` are the fields of the tenant `a`. */
export async function withTestbed<Value>(
  dialect: Dialect,
  stored: readonly JsonObject[],
  use: (testbed: Testbed) => Promise<Value>,
): Promise<Value> {
  const server = createServer(dialect);
  server.tenant('a');
  const runs: string[] = [];
  for (const field of stored) server.tenant('a').seed(field);
  const home = mkdtempSync(join(tmpdir(), 'bizctl-laws-'));
  const run: Testbed['run'] = async (words, world = {}) => {
    const start = server.writes.length;
    const outcome = await bizctl(words, {
      tenant: server,
      home,
      ...(words.includes('--yes') ? {} : {answer: 'yes' as const}),
      ...world,
      env: {BIZCTL_BASE_URL: server.baseUrl, ...tokenOf('a'), ...world.env},
    });
    const done = {...outcome, writes: server.writes.slice(start)};
    runs.push(showRun(words, done));
    return done;
  };
  try {
    return await use({dialect, server, home, run});
  } catch (error) {
    if (error instanceof fc.PreconditionFailure) throw error;
    throw new Error(`${error instanceof Error ? error.message : ''}\n${runs.join('')}`, {cause: error});
  } finally {
    rmSync(home, {recursive: true});
  }
}

/** A world with a fields file `f.json`. */
export function fileOf(fields: readonly JsonObject[]): World {
  return {files: {'f.json': JSON.stringify({custom_fields: fields})}};
}

/** Arguments that allow the fields of these names to be deleted and created anew. */
export function allowReplacing(names: readonly string[]): readonly string[] {
  return names.map(name => `--replace=${name}`);
}

/** Whether the messages of a run name a field, in whatever quotes. */
export function isNamed(name: string, {stderr}: Run): boolean {
  const bare = (text: string) => text.replaceAll('\\', '');
  return bare(stderr).includes(bare(name));
}
