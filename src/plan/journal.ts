import * as z from 'zod';
import {compareText} from '../base/compare-text.js';
import {UsageError} from '../base/errors.js';
import {JsonLimitError, type JsonObject} from '../json/json.js';
import {parseOwnJson} from '../json/parse-json.js';
import {entrySchema, type JournalEntry, type RecordedEffect} from './journal-entry.js';
import {runPlan} from './planned-change.js';

type Begun = Extract<JournalEntry, {readonly event: 'run'}>;
type Done = Extract<JournalEntry, {readonly event: 'done'}>;

/** The state of one write of a run: `open` if its intent was recorded, but no outcome. */
export interface WriteState extends Omit<Done, 'event' | 'listed_as' | 'follow_up'> {
  readonly state: 'done' | 'open' | 'failed';
  readonly listedAs?: string | undefined;
  /** The body, if it is not in the plan, as that of a second update. */
  readonly body?: JsonObject | undefined;
}

export interface Run extends Pick<Begun, 'run' | 'command' | 'before' | 'undoes' | 'fleet'> {
  readonly began: string;
  /** True for creates without a look at the fields that existed before. */
  readonly isUnread: boolean;
  /** The tenant and the changes of the plan that it applies. */
  readonly plan: z.infer<typeof runPlan>;
  /** The document of the plan, as it was saved. */
  readonly document: JsonObject;
  readonly writes: readonly WriteState[];
  /** `converged`, `undone` or an error code; `undefined` if it was interrupted or is still running. */
  readonly outcome: string | undefined;
  /** True if it was undone completely, even if that was undone later; false once it was resumed. */
  readonly wasUndone: boolean;
  /** Its outcome before it was undone; `undefined` if it was interrupted. */
  readonly outcomeBeforeUndo: string | undefined;
  /** Digests of declarations that the API ignored in part; every plan would show these changes again. */
  readonly ignored: readonly string[];
  /** Other changes that the API made to updated fields, as far as reading back has shown. */
  readonly effects: readonly RecordedEffect[];
}

/** Orders runs by their ids, which start with the time. */
export function compareRuns(one: Pick<Run, 'run'>, other: Pick<Run, 'run'>): number {
  return compareText(one.run, other.run);
}

/** True for a run that may have been cut off while a write was under way, or before it had read back what it wrote. */
export function isInterrupted({outcome = 'interrupted'}: Pick<Run, 'outcome'>): boolean {
  return outcome === 'interrupted';
}

/** False for a run in which each write was refused. */
export function hasWritten({writes}: Run): boolean {
  return writes.some(({state}) => state !== 'failed');
}

/**
 * Parses a journal. An incomplete last line is ignored, because nothing is sent before its line is complete.
 *
 * @throws DamagedJournalError for any other invalid line
 */
export function readJournal(text: string, name: string): Run {
  const lines = text.split('\n');
  // Text after the last line break is an incomplete line.
  lines.pop();
  const entries = lines.flatMap((line, index) => readEntry(line, name, index + 1));
  const [first] = entries;
  if (first?.event !== 'run') throw damaged(name, 1);
  const plan = runPlan.safeParse(first.plan);
  if (!plan.success) throw damaged(name, 1);
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
    } else if (entry.event === 'resume') [outcome, wasUndone] = [undefined, false];
    else if (entry.event === 'cancelled') {
      const key = keyOf(entry);
      const state = beforeIntent.get(key);
      if (state) writes.set(key, state);
      else writes.delete(key);
    } else if (entry.event !== 'run') {
      const key = keyOf(entry);
      if (entry.event === 'intent') beforeIntent.set(key, writes.get(key));
      const state = entry.event === 'intent' ? 'open' : entry.event;
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
    throw isDamage ? damaged(name, number) : error;
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

function damaged(name: string, line: number): DamagedJournalError {
  return new DamagedJournalError(`the journal ${name} is damaged at line ${line}`, name);
}
