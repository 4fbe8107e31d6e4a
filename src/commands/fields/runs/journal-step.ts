import {isAsSent} from '../../../api/compare-replies.js';
import type {CustomField} from '../../../api/schemas.js';
import {BizctlError, CancelledWriteError, IncompleteError, InterruptedError} from '../../../base/errors.js';
import {sameJson} from '../../../json/same-json.js';
import type {JournalEntry} from '../../../plan/journal-entry.js';
import {listAdded} from '../../../plan/list-added.js';
import type {Action, Change} from '../../../plan/plan.js';
import type {JournalFile} from '../../../system/files/journal-file.js';

export interface StepJournal extends Pick<JournalFile<JournalEntry>, 'append' | 'appendLater'> {
  readonly at: () => string;
}

/** The result of one request: the field in the reply, if there is one, and a note for the user. */
export interface StepResult {
  readonly field?: CustomField | undefined;
  readonly note?: string | undefined;
}

/**
 * Sends one request of a change once its intent is on disk, and records how it ended. A write with an unknown outcome
 * stays open in the journal.
 *
 * @param action what the request does; a replacement is a deletion and a create
 */
export async function journalStep<Result extends StepResult>(
  {append, appendLater, at}: StepJournal,
  change: Change,
  action: Action,
  send: () => Promise<Result>,
): Promise<Result> {
  const {name, id, nth, isFollowUp, body} = change;
  const target = {
    id: action === 'create' ? undefined : id,
    nth,
    follow_up: isFollowUp,
  };
  await append({event: 'intent', at: at(), action, name, ...target, body: isFollowUp && body});
  try {
    const result = await send();
    const {field, note} = result;
    // Left open: the reply does not identify the field.
    if (action === 'create' && field?.id === undefined) return result;
    const shown = action === 'create' ? {id: field?.id, ...toListedName(name, field)} : toUpdated(change, field);
    appendLater({event: 'done', at: at(), action, name, ...target, ...shown, note});
    return result;
  } catch (error) {
    const isOpen = error instanceof InterruptedError || error instanceof IncompleteError;
    if (error instanceof CancelledWriteError) await append({event: 'cancelled', at: at(), action, name, ...target});
    else if (error instanceof BizctlError && !isOpen)
      await append({event: 'failed', at: at(), action, name, ...target, message: error.message});
    throw error;
  }
}

type Outcome = Extract<JournalEntry, {readonly event: 'done'}>;

function toListedName(name: string, field: CustomField | undefined): Partial<Outcome> {
  return typeof field?.name === 'string' && field.name !== name ? {listed_as: field.name} : {};
}

/**
 * Lists members that the reply still shows with their old values, as a list that does the same is not stale, and the
 * values of others that the API has stored in another form, or with additions, and what it does not show.
 */
function toUpdated({name, body = {}, before}: Change, field: CustomField | undefined): Partial<Outcome> {
  const unchanged = Object.keys(body).filter(
    member =>
      before !== undefined &&
      field?.[member] !== undefined &&
      sameJson(field[member], before[member] ?? null) &&
      !sameJson(field[member], body[member]),
  );
  const omitted = Object.keys(body).filter(
    member => (body[member] ?? null) !== null && (field?.[member] ?? null) === null,
  );
  const stored = Object.entries(body).flatMap(([member, sent]) => {
    const value = field?.[member];
    const isOther =
      value !== undefined &&
      !unchanged.includes(member) &&
      (!isAsSent(value, sent, before?.[member], member) || listAdded(value, sent, member).length > 0);
    return isOther ? [[member, value] as const] : [];
  });
  // The recorded name of a field that was not read is its id.
  const isNamedAsId = field?.name === name && field.id === name;
  return {
    ...(isNamedAsId ? {listed_as: name} : toListedName(name, field)),
    unchanged: unchanged.length === 0 ? undefined : unchanged,
    omitted: omitted.length === 0 ? undefined : omitted,
    stored: stored.length === 0 ? undefined : Object.fromEntries(stored),
  };
}
