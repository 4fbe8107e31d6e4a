import type {CustomField} from '../../api/fields.js';
import type {Context, Prompts} from '../../context.js';
import {BizctlError, GuardError, InterruptedError, UsageError} from '../../errors.js';
import type {JsonObject} from '../../json.js';
import type {Draft} from '../../local/open-draft.js';
import {openDraft} from '../../local/open-draft.js';
import type {Session} from '../../session.js';
import {describeChanges} from './describe-changes.js';
import {findChanges, toEditText} from './edit-text.js';
import {readBodies} from './read-bodies.js';

interface Place {
  readonly session: Session;
  readonly prompts: Prompts;
  readonly runEditor: NonNullable<Context['runEditor']>;
}

/**
 * Lets the user edit a field as a text, and sends what differs once it was seen and agreed to. Whatever fails, the text is kept.
 *
 * @throws GuardError when it is not agreed to
 */
export async function editField(
  place: Place,
  field: CustomField,
  send: (changes: JsonObject) => Promise<void>,
): Promise<void> {
  const text = toEditText(field);
  const draft = openDraft('field.yaml', text);
  let isKept = true;
  try {
    const changes = await askForChanges(place, draft, text, field);
    if (changes) await send(changes);
    else await place.session.talk.note('nothing was changed');
    isKept = false;
  } catch (error) {
    isKept = draft.read() !== text;
    if (!isKept || !(error instanceof BizctlError) || error instanceof InterruptedError) throw error;
    const {code, exitCode, message, details} = error;
    throw new BizctlError(code, exitCode, message, {
      ...details,
      hint: `${details.hint ?? ''} Your text is in ${draft.path}`.trim(),
    });
  } finally {
    if (!isKept) draft.remove();
  }
}

/** Asks until the text can be sent and is agreed to; `undefined` when it says nothing new. */
async function askForChanges(
  {session, prompts, runEditor}: Place,
  draft: Draft,
  text: string,
  field: CustomField,
): Promise<JsonObject | undefined> {
  for (;;) {
    await runEditor(draft.path);
    const edited = draft.read();
    if (edited === text) return undefined;
    if (edited.trim() === '') throw new GuardError('the text is empty, nothing was changed');
    try {
      const changes = findChanges(field, await readText(session, draft.path));
      const lines = Object.entries(changes).flatMap(([member, value]) =>
        describeChanges(field[member], value, [member]),
      );
      if (lines.length === 0) return undefined;
      await prompts.confirm('Send this change?', lines);
      return changes;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      await session.talk.error(error);
      await prompts.confirm('Edit it again?', []);
    }
  }
}

/** @throws UsageError naming line and column of what is wrong */
async function readText(session: Session, path: string): Promise<JsonObject> {
  const {bodies} = await readBodies(session, 'update', path, () => ({}));
  return bodies[0]?.declared ?? {};
}
