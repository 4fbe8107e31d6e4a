import {existsSync, readdirSync, readFileSync, renameSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Context} from '../base/context.js';
import {LocalError, NotFoundError} from '../base/errors.js';
import {describeSystemError, systemCode} from '../base/inspect-error.js';
import {DamagedJournalError, type Run, readJournal} from '../plan/journal.js';
import {type JournalFile, openJournalFile} from '../system/files/journal-file.js';
import {makeDirectory} from '../system/files/make-directory.js';
import {listRunIds} from './list-run-ids.js';
import {readEnd} from './read-run-end.js';
import {damagedSuffix, findRunDirectory, journalExtension} from './run-directory.js';

/** Reopens the journal of a run for appending. An incomplete last line is dropped: no write was sent after it. */
export async function openJournal(context: Context, run: string): Promise<JournalFile> {
  const directory = await findRunDirectory(context);
  makeDirectory(directory);
  return openJournalFile(join(directory, `${run}${journalExtension}`));
}

/** Records another outcome of a run that has ended. */
export async function closeRun(context: Context, run: string, outcome: string): Promise<void> {
  const journal = await openJournal(context, run);
  await journal.append(JSON.stringify({event: 'end', at: context.now().toISOString(), outcome}));
  await journal.close();
}

/** True when the plan with this id was applied, even in part. */
export async function wasBegun(context: Context, run: string): Promise<boolean> {
  const file = join(await findRunDirectory(context), `${run}${journalExtension}`);
  return existsSync(file) || existsSync(`${file}${damagedSuffix}`);
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
  const directory = await findRunDirectory(context);
  const file = join(directory, `${run}${journalExtension}`);
  const isName = /^[\w-]+$/.test(run);
  if (isName && existsSync(`${file}${damagedSuffix}`))
    throw new DamagedJournalError(`the journal of run ${run} is damaged and was moved to ${file}${damagedSuffix}`);
  const text = isName ? readText(file) : undefined;
  if (text?.includes('\n')) return readJournal(text, file);
  throw new NotFoundError(
    text === undefined
      ? `no run named ${JSON.stringify(run)}`
      : `run ${run} has just started, or was interrupted before it sent anything`,
    {
      hint: suggest =>
        `Runs are kept on the machine that made them, here in ${directory}. To list them, run: ${suggest('fields', 'runs')}`,
    },
  );
}

/** The runs whose journals are damaged, but say in their first line that they belong to this fleet. */
export async function findDamagedRuns(context: Context, fleet: string): Promise<readonly string[]> {
  const directory = await findRunDirectory(context);
  if (!existsSync(directory)) return [];
  return readdirSync(directory).flatMap(name => {
    const [run, rest] = name.split(journalExtension);
    if (run === undefined || (rest !== '' && rest !== damagedSuffix)) return [];
    const text = readText(join(directory, name)) ?? '';
    const [first = ''] = text.split('\n', 1);
    if (!first.includes(`"fleet":${JSON.stringify(fleet)}`)) return [];
    return rest === damagedSuffix || !isReadable(text, name) ? [run] : [];
  });
}

function isReadable(text: string, name: string): boolean {
  try {
    readJournal(text, name);
    return true;
  } catch (error) {
    if (error instanceof DamagedJournalError) return false;
    throw error;
  }
}

/** @throws LocalError when the file exists but cannot be read */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw new LocalError(`cannot read the journal ${file}: ${describeSystemError(error)}`, {cause: error});
  }
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

/** Removes the journals of runs that began more than 90 days ago, except interrupted ones. */
export async function removeOldRuns(context: Context): Promise<void> {
  const directory = await findRunDirectory(context);
  const oldest = new Date(context.now().getTime() - keptMs).toISOString().slice(0, 10).replaceAll('-', '');
  try {
    for (const run of await listRunIds(context)) {
      // An id starts with the date.
      if (run < oldest && (await readEnd(context, run)))
        rmSync(join(directory, `${run}${journalExtension}`), {force: true});
    }
  } catch (error) {
    // A journal that belongs to another user must not keep this one from writing.
    if (systemCode(error) === undefined) throw error;
  }
}
