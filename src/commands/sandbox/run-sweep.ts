import pMap from 'p-map';
import type {CommandContext} from '../../app/command-context.js';
import type {Context} from '../../base/context.js';
import {BizctlError, UsageError} from '../../base/errors.js';
import {arrayOf, isObject, type JsonObject, stringOf} from '../../json/json.js';
import {parseJson} from '../../json/parse-json.js';
import {openTempDirectory, type TempDirectory} from '../../system/files/temp-directory.js';
import {refuseBreaches, type SweepRow, sweepTable} from './sweep-view.js';

const effects = [
  '429 retry-after=0',
  '503',
  'reset',
  'commit-then-reset',
  'truncate',
  'type text/html',
  'kill',
  'commit-then-kill',
] as const;

/** Programs at a time: each of them is a bizctl of its own, that may be killed. */
const concurrency = 3;

interface SweepOptions {
  readonly file: readonly string[];
  readonly prune?: true | undefined;
  readonly replace?: readonly string[] | undefined;
}

/** Settings shared by all cases. */
interface Trial {
  readonly run: (words: readonly string[], place: string) => ReturnType<Context['spawnSelf']>;
  readonly directory: TempDirectory;
  /** The options that say what is wanted. */
  readonly wanted: readonly string[];
  readonly deletes: number;
  /** Ids of the fields that are there before and that the plan keeps. */
  readonly kept: ReadonlySet<string>;
}

/** One fault at one request. */
interface Case {
  readonly effect: string;
  readonly request: string;
}

type Ending = 'at once' | 'resumed' | {readonly breach: string};

function rowsOf(text: string): readonly JsonObject[] {
  return text.split('\n').filter(Boolean).map(parseJson).filter(isObject);
}

/** `POST /v2/customFields#2`, for each request that an apply without faults makes. */
function listRequests(reporter: string): readonly string[] {
  const counts = new Map<string, number>();
  return [...reporter.matchAll(/^> ([A-Z]+) \S+?(\/v2\/customFields)(\/\S+)?$/gm)].map(([, method, path, id]) => {
    const place = `${method} ${path}${id === undefined ? '' : '/*'}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
    return `${place}#${counts.get(place)}`;
  });
}

/** @throws the error that the run ended with */
function orThrow({exitCode, stdout, stderr}: Awaited<ReturnType<Context['spawnSelf']>>, what: string): string {
  if (exitCode === 0) return stdout;
  const first = stderr.split('\n').find(line => line.startsWith('{"error"'));
  const error = first === undefined ? undefined : parseJson(first);
  const details = isObject(error) && isObject(error['error']) ? error['error'] : {};
  throw new BizctlError('sweep', exitCode ?? 1, `${what}: ${stringOf(details['message']) ?? stderr.slice(0, 200)}`, {
    hint: stringOf(details['hint']),
  });
}

async function prepare(context: CommandContext, {file, prune, replace}: SweepOptions, directory: TempDirectory) {
  const wanted = [
    ...file.flatMap(name => ['--file', name]),
    ...(prune ? ['--prune'] : []),
    ...(replace ?? []).flatMap(name => ['--replace', name]),
  ];
  const run: Trial['run'] = (words, place) =>
    context.spawnSelf([...words, `--sandbox=${directory.path(`${place}/tenant.db`)}`, '--no-input'], {
      XDG_DATA_HOME: directory.path(`${place}/home`),
    });
  if (file.includes('-'))
    throw new UsageError('sandbox sweep reads its files many times, but stdin can be read only once', 'Name a file.');
  directory.createSubdirectory('start');
  const listed = await run(['fields', 'list', '--output', 'ndjson', '--quiet'], 'start');
  const before = rowsOf(orThrow(listed, 'the sandbox'));
  const plan = parseJson(orThrow(await run(['fields', 'plan', ...wanted, '--json', '--quiet'], 'start'), 'the plan'));
  const changes = (arrayOf(isObject(plan) ? plan['changes'] : undefined) ?? []).filter(isObject);
  const going = changes.filter(({action}) => action === 'delete' || action === 'replace').map(({id}) => id);
  const kept = new Set(before.map(({id}) => stringOf(id) ?? '').filter(id => !going.includes(id)));
  const deletes = changes.filter(({action}) => action === 'delete').length;
  return {run, directory, wanted, kept, deletes};
}

function applyLine({wanted, deletes}: Trial): readonly string[] {
  return ['fields', 'apply', ...wanted, '--yes', '--expect-deletes', String(deletes), '--json', '--quiet'];
}

async function tryCase(trial: Trial, {effect, request}: Case, place: string): Promise<Ending> {
  const {run, directory} = trial;
  directory.copy('start', place);
  const first = await run([...applyLine(trial), '--fault', `${request}: ${effect}`], place);
  if (first.exitCode === 0) {
    const flaw = await findFlaw(trial, place, first.stdout);
    return flaw === undefined ? 'at once' : {breach: flaw};
  }
  const [last] = rowsOf((await run(['fields', 'runs', '--output', 'ndjson'], place)).stdout);
  const id = last && stringOf(last['run']);
  const again = id === undefined ? applyLine(trial) : ['fields', 'apply', '--resume', id, '--json', '--quiet'];
  const second = await run(again, place);
  if (second.exitCode !== 0) return {breach: `it did not resume: ${second.stderr.slice(0, 200)}`};
  const flaw = await findFlaw(trial, place, second.stdout);
  return flaw === undefined ? 'resumed' : {breach: flaw};
}

/** What does not hold after an apply that says that it went through. */
async function findFlaw({run, wanted, kept}: Trial, place: string, stdout: string): Promise<string | undefined> {
  if (!isObjectOrList(stdout)) return 'its output is not JSON';
  const check = await run(['fields', 'plan', ...wanted, '--check', '--json', '--quiet'], place);
  if (check.exitCode !== 0) return `changes are left: ${check.stderr.slice(0, 200)}`;
  const after = rowsOf((await run(['fields', 'list', '--output', 'ndjson', '--quiet'], place)).stdout);
  const names = after.map(({name}) => name);
  if (new Set(names).size !== names.length) return 'a field exists twice';
  const ids = new Set(after.map(({id}) => stringOf(id)));
  const lost = [...kept].find(id => !ids.has(id));
  return lost === undefined ? undefined : `the field ${lost} was deleted, but no plan included that`;
}

function isObjectOrList(text: string): boolean {
  try {
    const value = parseJson(text);
    return isObject(value) || arrayOf(value) !== undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/**
 * Tries an apply with each fault at each of its requests, and shows what came of it.
 *
 * @throws IncompleteError naming the first case in which something did not hold
 */
export async function runSweep(context: CommandContext, options: SweepOptions): Promise<void> {
  const rows = await sweep(context, options);
  await context.showRows(sweepTable, rows);
  refuseBreaches(rows);
}

/** Each case runs programs that are really killed where its fault says so. */
async function sweep(context: CommandContext, options: SweepOptions): Promise<readonly SweepRow[]> {
  const directory = openTempDirectory();
  try {
    const trial = await prepare(context, options, directory);
    directory.copy('start', 'plain');
    const plain = await trial.run([...applyLine(trial).filter(word => word !== '--quiet'), '--verbose'], 'plain');
    orThrow(plain, 'the apply without faults');
    const requests = listRequests(plain.stderr);
    const cases = effects.flatMap(effect => requests.map(request => ({effect, request})));
    const endings = await pMap(
      cases,
      async (each, index) => {
        const ending = await tryCase(trial, each, `case-${index}`);
        await context.reporter.trace(
          `${each.request}: ${each.effect}: ${typeof ending === 'string' ? ending : ending.breach}`,
        );
        return {...each, ending};
      },
      {concurrency, signal: context.signal},
    );
    return effects.map(effect => {
      const own = endings.filter(each => each.effect === effect);
      const count = (ending: Ending) => own.filter(each => each.ending === ending).length;
      const breaches = own.flatMap(({request, ending}) =>
        typeof ending === 'string' ? [] : [`${request}: ${effect}: ${ending.breach}`],
      );
      return {fault: effect, cases: own.length, at_once: count('at once'), resumed: count('resumed'), breaches};
    });
  } finally {
    directory.remove();
  }
}
