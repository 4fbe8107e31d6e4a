import {type Difference, isNumbering, isOmission} from '../api/differences.js';
import type {Message} from '../base/suggest-command.js';
import type {JsonObject} from '../json/json.js';

export type Action = 'create' | 'update' | 'replace' | 'delete';

export interface Change {
  readonly action: Action;
  readonly name: string;
  /** The id of the current field; absent for a create. */
  readonly id?: string;
  /** `FILE:LINE:COLUMN` of the declaration; absent for a delete. */
  readonly place?: string;
  readonly differences: readonly Difference[];
  /** The body of the request that creates or updates the field; absent for a delete. */
  readonly body?: JsonObject;
  /** The field when it was planned, for undo and to detect later changes; absent for a create. */
  readonly before?: JsonObject;
  /** True for a second update, which depends on what the API has made of the first one. */
  readonly isFollowUp?: true;
  /** From 2 on, for a create after others of the same name in its run. */
  readonly nth?: number;
  /** Titles of the choices that would be removed, along with the values stored for them. */
  readonly lostChoices?: readonly string[];
  /** Why the field must be replaced, in words; only for a replacement. */
  readonly reason?: string;
  /** What is lost, in words; only for a change that `isLoss`. */
  readonly loss?: string;
  /** Other remarks for people. */
  readonly notes: readonly string[];
}

export interface Remark {
  /** `FILE:LINE:COLUMN` of the declaration, if it is about one. */
  readonly place?: string | undefined;
  readonly message: string;
}

/** What is wrong in a file. */
export interface Problem extends Remark {
  readonly place: string;
  readonly hint?: Message | undefined;
}

/** A reason why a plan cannot be applied. */
export interface Refusal extends Remark {
  readonly reason: 'replace' | 'duplicate' | 'identity' | 'shape' | 'partial';
  readonly hint: string;
  /** Words of the option that allows it, if one does. */
  readonly option?: readonly string[];
}

export function showRemark({place, message}: Remark): string {
  return place === undefined || place === '' ? message : `${place}: ${message}`;
}

/** Splits a leading `FILE:LINE:COLUMN` or `FILE:LINE` off a message, if it has one. */
export function parseRemark(text: string): Remark {
  const [, place, message = text] = /^(.*?:\d+(?::\d+)?): (.*)$/s.exec(text) ?? [];
  return {place, message};
}

export interface Plan {
  readonly changes: readonly Change[];
  /** The number of declared fields that already match. */
  readonly unchanged: number;
  /**
   * Names of unchanged fields that declare a hint or example_value. The API never returns these, so a changed one goes
   * unnoticed and is not sent.
   */
  readonly unchangedWithWriteOnly: readonly string[];
  /** Names of fields that no file declares and that are left alone. */
  readonly undeclared: readonly string[];
  /** The replacements that protected fields would need. None of the changes declared for these fields are applied. */
  readonly kept: readonly Change[];
  readonly refusals: readonly Refusal[];
  readonly warnings: readonly Remark[];
  /** Names of declared fields whose default is none of their choices, and is not set. */
  readonly withoutDefault: readonly string[];
}

/** Permissions of a plan beyond creating and updating fields. */
export interface Permissions {
  /** Whether fields that are not declared are deleted. */
  readonly isPruning: boolean;
  /** Names of fields that may be deleted and recreated. */
  readonly replaceable: ReadonlySet<string>;
  /** Ids of undeclared fields to delete even without pruning; set by undo. */
  readonly idsToDelete?: ReadonlySet<string> | undefined;
}

export function countChanges(changes: readonly Pick<Change, 'action'>[]): {readonly [action in Action]: number} {
  const count = (action: Action) => changes.filter(change => change.action === action).length;
  return {create: count('create'), update: count('update'), replace: count('replace'), delete: count('delete')};
}

/** True if an API may ignore the change for good: what it omits, and the order or the numbers of choices. */
export function mayBeIgnored({action, differences}: Change): boolean {
  return (
    action === 'update' &&
    differences.length > 0 &&
    differences.every(each => each.order === true || isOmission(each) || isNumbering(each))
  );
}

/** True if a change only takes a deletion mark off a field that shows none. */
export function isUnmarkOnly({action, differences}: Change): boolean {
  const isUnmark = ({path, before, after}: Difference) =>
    path === 'deleted' && after === false && (before ?? null) === null;
  return action === 'update' && differences.length > 0 && differences.every(isUnmark);
}
