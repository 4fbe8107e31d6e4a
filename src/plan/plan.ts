import type {JsonObject} from '../json/json.js';
import type {Difference} from './differences.js';

export type Action = 'create' | 'update' | 'replace' | 'delete';

/** One thing to be done to one field. */
export interface Change {
  readonly action: Action;
  readonly name: string;
  /** Of the field that is there; absent for a create. */
  readonly id?: string;
  /** Where the file declares it; absent for a delete. */
  readonly place?: string;
  readonly differences: readonly Difference[];
  /** What is sent: to be created, or to be changed; absent for a delete. */
  readonly body?: JsonObject;
  /** The field as it was seen: to find out whether it has changed since, and for the way back; absent for a create. */
  readonly before?: JsonObject;
  /** Titles of choices that go, with the values stored for them. */
  readonly lostChoices?: readonly string[];
  /** What people should know about it. */
  readonly notes: readonly string[];
}

/** A reason why a plan is not carried out as it stands. */
export interface Refusal {
  readonly reason: 'replace' | 'duplicate' | 'identity' | 'shape';
  /** `FILE:LINE:COLUMN` of the declaration; the message begins with it as well. */
  readonly place?: string;
  readonly message: string;
  readonly hint: string;
}

/** What is to be done so that a tenant is as the files say. */
export interface Plan {
  readonly changes: readonly Change[];
  /** Declared fields that are as they are wanted. */
  readonly unchanged: number;
  /** Names of fields that are there and not declared, left alone. */
  readonly undeclared: readonly string[];
  /** Names of fields that are protected from what would have been done to them, with what that is. */
  readonly kept: readonly {readonly name: string; readonly action: Action}[];
  readonly refusals: readonly Refusal[];
  readonly warnings: readonly string[];
}

/** What may be done beyond creating and updating. */
export interface Permissions {
  /** Deletes what is not declared. */
  readonly isPruning: boolean;
  /** Names of fields that may be deleted and created anew. */
  readonly replaceable: ReadonlySet<string>;
  /** Ids of fields that are to be deleted, declared or not: a way back. */
  readonly unwanted?: ReadonlySet<string> | undefined;
}

/** How many changes of each kind there are. */
export function countChanges(changes: readonly Pick<Change, 'action'>[]): {readonly [action in Action]: number} {
  const count = (action: Action) => changes.filter(change => change.action === action).length;
  return {create: count('create'), update: count('update'), replace: count('replace'), delete: count('delete')};
}

/** True for a change that would only put choices into another order. */
export function isAboutOrder({action, differences}: Change): boolean {
  return action === 'update' && differences.length > 0 && differences.every(({order}) => order === true);
}

/** What changes destroy: fields that are deleted or replaced, and choices that go. */
export interface Losses {
  readonly deleted: number;
  readonly replaced: number;
  readonly choices: number;
}

export function isLoss({action, lostChoices = []}: Change): boolean {
  return action === 'delete' || action === 'replace' || lostChoices.length > 0;
}

export function sumLosses({deleted, replaced, choices}: Losses): number {
  return deleted + replaced + choices;
}

export function countLosses(changes: readonly Change[]): Losses {
  const counts = countChanges(changes);
  const choices = changes.reduce((sum, {lostChoices = []}) => sum + lostChoices.length, 0);
  return {deleted: counts.delete, replaced: counts.replace, choices};
}
