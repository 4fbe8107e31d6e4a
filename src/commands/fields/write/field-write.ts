import {requireId} from '../../../api/fields.js';
import {toIdWords} from '../../../api/find-field.js';
import type {CustomField} from '../../../api/schemas.js';
import type {Written} from '../../../app/execute-write.js';
import {only} from '../../../base/catch-errors.js';
import {BizctlError} from '../../../base/errors.js';
import type {Message} from '../../../base/suggest-command.js';
import type {JsonObject} from '../../../json/json.js';
import type {SideEffect} from '../../../plan/find-side-effects.js';
import {describeHiddenDefault} from '../../../plan/partial-choices.js';
import {describeField} from '../show/view.js';
import {describeRemovedChoices} from './removed-choices.js';

/** One write, decided but not sent yet. */
export type FieldWrite =
  | {
      readonly action: 'create';
      readonly body: JsonObject;
      /** Ids of all fields before the write; `undefined` if they were not read. */
      readonly existingIds: ReadonlySet<string> | undefined;
      readonly note?: Message | undefined;
    }
  | {
      readonly action: 'update';
      readonly id: string;
      readonly body: JsonObject;
      /** The field as it is now; `undefined` if it was not read. */
      readonly before: CustomField | undefined;
      readonly note?: Message | undefined;
    }
  | {readonly action: 'delete'; readonly id: string; readonly before: CustomField | undefined}
  /** Nothing to send. */
  | {
      readonly action: 'none';
      readonly outcome: 'skipped' | 'unchanged';
      readonly field: CustomField;
      readonly warning?: string | undefined;
    };

/** A write that sends a request. */
export type SentWrite = Exclude<FieldWrite, {readonly action: 'none'}>;

export interface FieldOutcome {
  readonly outcome: 'created' | 'skipped' | 'updated' | 'unchanged' | 'deleted';
  readonly field: CustomField;
  /** The members that an update sent, and the field before it, if it was read. */
  readonly sent?: JsonObject | undefined;
  readonly before?: CustomField | undefined;
  /** The side effects of an update, by its reply; `undefined` if the field could not be read back. */
  readonly sideEffects?: readonly SideEffect[] | undefined;
}

export interface PreparedWrite {
  /** Its name in messages. */
  readonly label: string;
  /** An error if the write is refused; the other writes of the command continue. */
  readonly decision: FieldWrite | BizctlError;
}

export function prepareUpdate(before: CustomField, body: JsonObject, label = requireId(before)): PreparedWrite {
  const id = requireId(before);
  return {label, decision: {action: 'update', id, body, before, note: noteOnMarking(body, id)}};
}

/** @param before the field as it is now; `undefined` if it was not read */
export function prepareDelete(field: CustomField, before: CustomField | undefined): PreparedWrite {
  return {label: describeField(field), decision: {action: 'delete', id: requireId(field), before}};
}

/** Returns what `decide` returns, or the BizctlError that it throws. */
export function toDecision(decide: () => FieldWrite): FieldWrite | BizctlError {
  try {
    return decide();
  } catch (error) {
    return only(BizctlError, refused => refused)(error);
  }
}

/** For a write that names a new choice as the default. */
export const openDefaultNote =
  'the default choice is not set yet, because the API assigns ids to new choices; to set it, run the command again';

/** The remarks on a write that need no reply: a preview names what would be lost. */
export function previewRemarks(write: FieldWrite): Pick<Written<unknown>, 'note' | 'warning'> {
  if (write.action === 'create') return {note: write.note};
  if (write.action === 'none') return {warning: write.warning};
  if (write.action !== 'update') return {};
  const {body, before, note} = write;
  const warnings = [
    before && describeRemovedChoices(body, before, 'would remove'),
    describeHiddenDefault(body, before),
  ];
  return {note, warning: warnings.filter(each => each !== undefined).join('; ') || undefined};
}

/** How to unmark a field that an update marks as deleted; `undefined` for any other. */
export function noteOnMarking({deleted}: JsonObject, id: string): Message | undefined {
  if (deleted !== true) return undefined;
  return suggest =>
    `lists may leave out a field that is marked as deleted; to clear the mark, run: ${suggest('fields', 'update', ...toIdWords(id), '--no-deleted')}`;
}
