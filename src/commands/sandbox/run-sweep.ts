import pMap from 'p-map';
import type {CommandContext} from '../../app/command-context.js';
import {arrayOf, isObject, stringOf} from '../../json/json.js';
import {tryParseJson} from '../../json/parse-json.js';
import {openTempDirectory} from '../../system/files/temp-directory.js';
import {listRequests} from './list-requests.js';
import {prepareTrial, requireSuccess, rowsOf, type SweepOptions, type Trial} from './prepare-trial.js';
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

/** Cases at a time; each starts bizctl processes of its own, which may be killed. */
const concurrency = 3;

interface Case {
  readonly effect: string;
  readonly request: string;
}

type CaseOutcome = 'first try' | 'resumed' | {readonly breach: string};

function applyLine({desired, losses}: Trial): readonly string[] {
  return ['fields', 'apply', ...desired, '--yes', '--expect-deletes', String(losses), '--json', '--quiet'];
}

async function tryCase(trial: Trial, {effect, request}: Case, subdirectory: string): Promise<CaseOutcome> {
  const {spawn, directory} = trial;
  directory.copy('start', subdirectory);
  const first = await spawn([...applyLine(trial), '--fault', `${request}: ${effect}`], subdirectory);
  if (first.exitCode === 0) {
    const breach = await findBreach(trial, subdirectory, first.stdout);
    return breach === undefined ? 'first try' : {breach};
  }
  if (first.exitCode === 1) return {breach: `it crashed: ${first.stderr.slice(0, 200)}`};
  const [last] = rowsOf((await spawn(['fields', 'runs', '--output', 'ndjson'], subdirectory)).stdout);
  const id = last && stringOf(last['run']);
  const again = id === undefined ? applyLine(trial) : ['fields', 'apply', '--resume', id, '--json', '--quiet'];
  const second = await spawn(again, subdirectory);
  if (second.exitCode !== 0) return {breach: `resuming failed: ${second.stderr.slice(0, 200)}`};
  const breach = await findBreach(trial, subdirectory, second.stdout);
  return breach === undefined ? 'resumed' : {breach};
}

/** Describes the guarantee that an apply broke despite its exit code 0; `undefined` when all hold. */
async function findBreach(
  {spawn, desired, keptIds}: Trial,
  subdirectory: string,
  stdout: string,
): Promise<string | undefined> {
  if (!isObjectOrList(stdout)) return 'its output is not JSON';
  const check = await spawn(['fields', 'plan', ...desired, '--check', '--json', '--quiet'], subdirectory);
  if (check.exitCode !== 0) return `changes remain: ${check.stderr.slice(0, 200)}`;
  const after = rowsOf((await spawn(['fields', 'list', '--output', 'ndjson', '--quiet'], subdirectory)).stdout);
  const names = after.map(({name}) => name);
  if (new Set(names).size !== names.length) return 'two fields have the same name';
  const ids = new Set(after.map(({id}) => stringOf(id)));
  const lost = [...keptIds].find(id => !ids.has(id));
  return lost === undefined ? undefined : `the field ${lost} was deleted, although the plan keeps it`;
}

function isObjectOrList(text: string): boolean {
  const value = tryParseJson(text);
  return isObject(value) || arrayOf(value) !== undefined;
}

/**
 * Tests an apply with each fault at each of its requests, and shows the results.
 *
 * @throws IncompleteError naming the first case that broke a guarantee
 */
export async function runSweep(context: CommandContext, options: SweepOptions): Promise<void> {
  const rows = await sweep(context, options);
  await context.showRows(sweepTable, rows);
  refuseBreaches(rows);
}

/** Runs all cases; `kill` faults really kill the processes of a case. */
async function sweep(context: CommandContext, options: SweepOptions): Promise<readonly SweepRow[]> {
  const {reporter} = context;
  const directory = openTempDirectory();
  await reporter.showProgress('preparing the cases…');
  try {
    const trial = await prepareTrial(context, options, directory);
    directory.copy('start', 'plain');
    const plain = await trial.spawn([...applyLine(trial).filter(word => word !== '--quiet'), '--verbose'], 'plain');
    requireSuccess(plain, 'the apply without faults');
    const requests = listRequests(plain.stderr);
    const cases = effects.flatMap(effect => requests.map(request => ({effect, request})));
    let done = 0;
    const showDone = () => reporter.showProgress(`${done} of ${cases.length} cases done`);
    await showDone();
    const outcomes = await pMap(
      cases,
      async (each, index) => {
        const outcome = await tryCase(trial, each, `case-${index}`);
        done += 1;
        await showDone();
        await reporter.trace(
          `${each.request}: ${each.effect}: ${typeof outcome === 'string' ? outcome : outcome.breach}`,
        );
        return {...each, outcome};
      },
      {concurrency, signal: context.signal},
    );
    return effects.map(effect => {
      const own = outcomes.filter(each => each.effect === effect);
      const count = (outcome: CaseOutcome) => own.filter(each => each.outcome === outcome).length;
      const breaches = own.flatMap(({request, outcome}) =>
        typeof outcome === 'string' ? [] : [`${request}: ${effect}: ${outcome.breach}`],
      );
      return {fault: effect, cases: own.length, first_try: count('first try'), resumed: count('resumed'), breaches};
    });
  } finally {
    await reporter.showProgress(undefined);
    directory.remove();
  }
}
