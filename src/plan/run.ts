import type * as z from 'zod';
import {compareCodeUnits} from '../base/compare-code-units.js';
import type {JsonObject} from '../json/json.js';
import type {JournalEntry, RecordedEffect} from './journal-entry.js';
import type {runPlan} from './planned-change.js';

type Begun = Extract<JournalEntry, {readonly event: 'run'}>;

type Done = Extract<JournalEntry, {readonly event: 'done'}>;

/** The state of one write of a run: `open` if its intent was recorded, but no outcome. */
export interface WriteState extends Omit<Done, 'event' | 'listed_as' | 'follow_up'> {
  readonly state: 'done' | 'open' | 'failed';
  readonly listedAs?: string | undefined;
  /** The body, if it is not in the plan, as that of a second update. */
  readonly body?: JsonObject | undefined;
}

/** A run, as read from its journal. */
export interface Run extends Pick<Begun, 'run' | 'command' | 'before' | 'undoes' | 'fleet'> {
  readonly began: string;
  /** True for creates without a look at the fields that existed before. */
  readonly isUnread: boolean;
  /** The tenant and the changes of the plan that it applies. */
  readonly plan: z.infer<typeof runPlan>;
  /** The document of the plan, as it was saved. */
  readonly document: JsonObject;
  readonly writes: readonly WriteState[];
  /**
   * `converged` (an apply), `done` (single writes), `undone`, or an error code such as `interrupted`; `undefined` while
   * it is running, or if it was cut off.
   */
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

/** Orders runs by when they began, which for a saved plan is later than the time in its id. */
export function compareRuns(one: Pick<Run, 'run' | 'began'>, other: Pick<Run, 'run' | 'began'>): number {
  return compareCodeUnits(one.began, other.began) || compareCodeUnits(one.run, other.run);
}

/** True for a run that may have been cut off while a write was under way, or before it had read back what it wrote. */
export function isInterrupted({outcome = 'interrupted'}: Pick<Run, 'outcome'>): boolean {
  return outcome === 'interrupted';
}

/** True for a run that has read back what it wrote, and found what else the API has changed. */
export function hasReadBack({outcome, effects}: Run): boolean {
  return outcome === 'converged' || (outcome === 'done' && effects.every(({isUnread}) => !isUnread));
}

/** True for a deletion that the API has answered with 404 or 410: the field was there before, and may be gone since. */
export function isNotFound({action, state, note = ''}: WriteState): boolean {
  return action === 'delete' && state === 'failed' && /^HTTP (?:404|410)\b/.test(note);
}

/** False for a run in which each write was refused. */
export function hasWritten({writes}: Run): boolean {
  return writes.some(({state}) => state !== 'failed');
}
