import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {Context, Prompts} from '../../../base/context.js';
import {BizctlError, GuardError, RefusedError, UsageError} from '../../../base/errors.js';
import {toText} from '../../../base/suggest-command.js';
import type {JsonObject} from '../../../json/json.js';
import {openTempFile, type TempFile} from '../../../system/files/temp-file.js';
import {describeChanges} from './describe-changes.js';
import {findChanges, toEditText} from './edit-text.js';
import {readBodies} from './read-bodies.js';
import {warnOfValues} from './warn-of-values.js';

interface EditSession {
  readonly context: ApiContext;
  readonly prompts: Prompts;
  readonly openEditor: NonNullable<Context['openEditor']>;
}

/**
 * Opens a field as text in the editor, and sends the changes after confirmation. On any failure, the text is kept.
 *
 * @throws GuardError when the user declines
 */
export async function editField(
  edit: EditSession,
  field: CustomField,
  send: (changes: JsonObject) => Promise<void>,
): Promise<void> {
  const text = toEditText(field);
  const file = openTempFile('field.yaml', text);
  try {
    for (;;) {
      const changes = await askForChanges(edit, file, text, field);
      if (!changes) {
        await edit.context.reporter.note('nothing was changed');
        break;
      }
      if (await sendOrOffer(edit, () => send(changes))) break;
    }
  } catch (error) {
    if (['', text.trim()].includes(file.read().trim())) {
      file.remove();
      throw error;
    }
    const {signal} = edit.context;
    throw withPath(signal.aborted ? signal.reason : error, file);
  }
  file.remove();
}

/** Returns false when the API refused the changes and the user wants to edit them again. */
async function sendOrOffer({context, prompts}: EditSession, send: () => Promise<void>): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    await context.reporter.error(error);
    await prompts.confirm('Edit again?', [], 'yes');
    return false;
  }
}

/** Adds the path of the text to the hint of an error. */
function withPath(error: unknown, {path}: TempFile): unknown {
  if (!(error instanceof BizctlError)) return error;
  const {hint} = error.details;
  return error.with({
    hint: suggest => `Your text is in ${path}${hint === undefined ? '' : ` (${toText(hint, suggest)})`}`,
  });
}

/** Opens the editor until the text is valid and confirmed; `undefined` if it changes nothing. */
async function askForChanges(
  {context, prompts, openEditor}: EditSession,
  file: TempFile,
  text: string,
  field: CustomField,
): Promise<JsonObject | undefined> {
  for (;;) {
    await openEditor(file.path);
    const edited = file.read();
    if (edited === text) return undefined;
    if (edited.trim() === '') throw new GuardError('the text is empty; nothing was changed');
    try {
      const changes = findChanges(field, await readMembers(context, file));
      const lines = Object.entries(changes).flatMap(([member, value]) => describeChanges(field[member], value, member));
      if (lines.length === 0) return undefined;
      await warnOfValues(context, [changes]);
      await prompts.confirm(`Send this change to ${context.tenant}?`, lines);
      return changes;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      await context.reporter.error(error);
      await prompts.confirm('Edit again?', [], 'yes');
    }
  }
}

/** @throws UsageError with the line and column of each problem */
async function readMembers(context: ApiContext, file: TempFile): Promise<JsonObject> {
  if (file.read().includes('\0')) throw new UsageError('the text contains a NUL character', 'Remove it.');
  // If only comments are left, all members were removed.
  if (/^(?:\s*(?:#.*)?(?:\n|$))*$/.test(file.read())) return {};
  const {bodies} = await readBodies(context, 'update', file.path, () => ({}));
  return bodies[0]?.declared ?? {};
}
