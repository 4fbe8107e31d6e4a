import {existsSync, renameSync, rmSync, statSync} from 'node:fs';
import type {Context} from '../base/context.js';
import {LocalError, NotFoundError} from '../base/errors.js';
import {describeSystemError, systemCode} from '../base/inspect-error.js';
import {isObject} from '../json/json.js';
import {tryParseJson} from '../json/parse-json.js';
import {DamagedJournalError, readJournal} from '../plan/journal.js';
import type {JournalEntry} from '../plan/journal-entry.js';
import type {Run} from '../plan/run.js';
import {type JournalFile, openJournalFile} from '../system/files/journal-file.js';
import {makeDirectory} from '../system/files/make-directory.js';
import {orLocalError} from '../system/files/or-local-error.js';
import {orEmpty, readJournalBytes} from './read-journal-file.js';
import {readRunEnd} from './read-run-end.js';
import {damagedSuffix, findJournal, findRunDirectory, listRunIds, listUnfinishedIds} from './run-directory.js';

/** Opens the journal of a run. An incomplete last line is dropped: no write was sent after it. */
export async function openJournal(context: Context, run: string): Promise<JournalFile<JournalEntry>> {
  makeDirectory(await findRunDirectory(context));
  return openJournalFile((await findJournal(context, run)).path);
}

export async function closeRun(context: Context, run: string, outcome: string): Promise<void> {
  const journal = await openJournal(context, run);
  await journal.append({event: 'end', at: context.now().toISOString(), outcome});
  await journal.close();
}

/**
 * True when the plan with this id was applied, even in part. Nothing is sent before the first line of the journal is
 * complete, so a partial line does not count.
 */
export async function wasBegun(context: Context, run: string): Promise<boolean> {
  const {path, damaged} = await findJournal(context, run);
  const isDamaged =
    orLocalError(`cannot read ${damaged}`, () => statSync(damaged, {throwIfNoEntry: false})) !== undefined;
  const bytes = readJournalBytes(path);
  return isDamaged || (bytes !== undefined && isBegun(bytes));
}

/** An incomplete first line means that nothing was sent; anything else, such as zeros, that the file is damaged. */
function isBegun(bytes: Uint8Array): boolean {
  return bytes.includes(0x0a) || (bytes.length > 0 && bytes[0] !== 0x7b);
}

/**
 * Reads the journal of a run. A damaged one is moved aside, so that it is preserved without blocking later runs.
 *
 * @throws NotFoundError when there is no journal, DamagedJournalError, or LocalError when it cannot be read
 */
export async function openRun(context: Context, run: string): Promise<Run> {
  try {
    return await readRun(context, run);
  } catch (error) {
    if (!(error instanceof DamagedJournalError) || error.place === undefined) throw error;
    throw new DamagedJournalError(`${error.message}${moveAside(error.place)}`);
  }
}

/**
 * Like `openRun`, without moving a damaged journal. One that another process has just created counts as missing.
 *
 * @throws NotFoundError, DamagedJournalError, LocalError
 */
export async function readRun(context: Context, run: string): Promise<Run> {
  const {path, damaged} = await findJournal(context, run);
  const isName = /^[\w-]+$/.test(run);
  if (isName && existsSync(damaged))
    throw new DamagedJournalError(`the journal of run ${run} is damaged and was moved to ${damaged}`);
  const bytes = isName ? readJournalBytes(path) : undefined;
  if (bytes && isBegun(bytes)) return readJournal(bytes, path);
  const directory = await findRunDirectory(context);
  throw new NotFoundError(
    bytes === undefined
      ? `no run with the id ${JSON.stringify(run)}`
      : `run ${run} has only just started, was interrupted before it sent anything, or has lost its journal`,
    {
      hint: suggest =>
        `Runs are recorded only on the machine they ran on (here: ${directory}). To list them, run: ${suggest('fields', 'runs')}`,
    },
  );
}

/**
 * True if the first line of a journal, which may be damaged further on, says that the run is part of this fleet;
 * `undefined` if that line is damaged itself, or cannot be read.
 */
export async function isPartOfFleet(context: Context, run: string, fleet: string): Promise<boolean | undefined> {
  const {path, damaged} = await findJournal(context, run);
  const read = (journal: string) => orEmpty(() => readJournalBytes(journal));
  const [first = ''] = String(read(path) ?? read(damaged) ?? '').split('\n', 1);
  const entry = tryParseJson(first);
  return isObject(entry) ? entry['fleet'] === fleet : undefined;
}

/** @returns the outcome, to append to a message */
function moveAside(file: string): string {
  try {
    renameSync(file, `${file}${damagedSuffix}`);
    return `; it was moved to ${file}${damagedSuffix}`;
  } catch (error) {
    return `; it cannot be moved: ${describeSystemError(error)}`;
  }
}

const keptMs = 90 * 24 * 60 * 60 * 1000;

/** Always kept: with a clock that is ahead, every run looks old. */
const alwaysKept = 50;

/**
 * Removes the journals of runs that ended more than 90 days ago, except the last ones, interrupted ones, and those that
 * are the only record of a deleted field.
 */
export async function removeOldRuns(context: Context): Promise<void> {
  const oldest = context.now().getTime() - keptMs;
  const oldestId = new Date(oldest).toISOString().slice(0, 10).replaceAll('-', '');
  try {
    const unfinished = new Set(await listUnfinishedIds(context));
    for (const run of (await listRunIds(context)).slice(alwaysKept)) {
      // An id starts with the date; a saved plan may have been applied much later.
      if (run >= oldestId || unfinished.has(run)) continue;
      const end = await readRunEnd(context, run);
      if (end && end.at < oldest) rmSync((await findJournal(context, run)).path, {force: true});
    }
  } catch (error) {
    // A journal that cannot be removed must not keep this one from writing.
    if (!(error instanceof LocalError) && systemCode(error) === undefined) throw error;
  }
}
