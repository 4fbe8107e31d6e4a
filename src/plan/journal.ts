import {isUtf8} from 'node:buffer';
import * as z from 'zod';
import {UsageError} from '../base/errors.js';
import {JsonLimitError} from '../json/limits.js';
import {parseOwnJson} from '../json/parse-json.js';
import {entrySchema, type JournalEntry, type RecordedEffect} from './journal-entry.js';
import {runPlan} from './planned-change.js';
import type {Run, WriteState} from './run.js';

/**
 * Parses a journal. An incomplete last line is ignored, because nothing is sent before its line is complete.
 *
 * @throws DamagedJournalError for any other invalid line
 */
export function readJournal(bytes: Uint8Array, name: string): Run {
  // What follows the last line break is an incomplete line.
  const whole = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
  if (!isUtf8(whole)) throw new DamagedJournalError(`the journal ${name} is damaged: it is not UTF-8 text`, name);
  const lines = new TextDecoder().decode(whole).split('\n');
  const entries = lines.flatMap((line, index) => readEntry(line, name, index + 1));
  const [first] = entries;
  if (first?.event !== 'run') throw toDamagedError(name, 1);
  const plan = runPlan.safeParse(first.plan);
  if (!plan.success) throw toDamagedError(name, 1);
  const writes = new Map<string, WriteState>();
  const beforeIntent = new Map<string, WriteState | undefined>();
  let outcome: string | undefined;
  let wasUndone = false;
  let outcomeBeforeUndo: string | undefined;
  let ignored: readonly string[] = [];
  let effects: readonly RecordedEffect[] = [];
  for (const entry of entries) {
    if (entry.event === 'end') {
      if (entry.outcome === 'undone') [wasUndone, outcomeBeforeUndo] = [true, outcome];
      ({outcome, effects = effects} = entry);
      ignored = [...ignored, ...(entry.ignored ?? [])];
    } else if (entry.event === 'resume') {
      [outcome, wasUndone] = [undefined, false];
      beforeIntent.clear();
    } else if (entry.event === 'cancelled') {
      const key = keyOf(entry);
      const state = beforeIntent.get(key);
      if (state) writes.set(key, state);
      else writes.delete(key);
    } else if (entry.event !== 'run') {
      const key = keyOf(entry);
      if (entry.event === 'intent') beforeIntent.set(key, writes.get(key));
      // The refusal of a second attempt says nothing about the first, whose outcome is unknown. A create is sent again
      // only after a look at the list.
      const isStillOpen =
        entry.event === 'failed' && entry.action !== 'create' && beforeIntent.get(key)?.state === 'open';
      const state = entry.event === 'intent' || isStillOpen ? 'open' : entry.event;
      const {action, name, at, nth} = entry;
      const note = entry.event === 'failed' ? entry.message : entry.event === 'done' ? entry.note : undefined;
      const id = entry.id ?? writes.get(key)?.id;
      const {listed_as: listedAs, unchanged, omitted, stored} = entry.event === 'done' ? entry : {};
      const body = entry.event === 'intent' ? entry.body : writes.get(key)?.body;
      writes.set(key, {action, name, id, nth, state, at, note, listedAs, unchanged, omitted, stored, body});
    }
  }
  const {run, at, command, unread = false, before, undoes, fleet} = first;
  return {
    run,
    began: at,
    command,
    isUnread: unread,
    plan: plan.data,
    document: first.plan,
    before,
    writes: [...writes.values()],
    outcome,
    wasUndone,
    outcomeBeforeUndo,
    undoes,
    fleet,
    ignored,
    effects,
  };
}

/** Identifies the write of an entry. The id of a create is left out, because it is unknown until the create is done. */
function keyOf(write: Extract<JournalEntry, {readonly name: string}>): string {
  const {action, name, id = '', nth = 1, follow_up: isFollowUp} = write;
  return `${isFollowUp ? 'follow-up ' : ''}${action} ${name} ${action === 'create' ? nth : id}`;
}

function readEntry(line: string, name: string, number: number): readonly JournalEntry[] {
  if (line === '') return [];
  try {
    return [entrySchema.parse(parseOwnJson(line))];
  } catch (error) {
    const isDamage = error instanceof SyntaxError || error instanceof JsonLimitError || error instanceof z.ZodError;
    throw isDamage ? toDamagedError(name, number) : error;
  }
}

/** Thrown for a journal that cannot be parsed. */
export class DamagedJournalError extends UsageError {
  /** @param place the path of the journal; `undefined` once it was moved aside */
  constructor(
    what: string,
    readonly place?: string,
  ) {
    super(what, 'Plan again; the new plan contains whatever is left to do.');
  }
}

function toDamagedError(name: string, line: number): DamagedJournalError {
  return new DamagedJournalError(`the journal ${name} is damaged at line ${line}`, name);
}
