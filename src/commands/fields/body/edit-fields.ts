import {dirname} from 'node:path';
import {requireId} from '../../../api/fields.js';
import {type CustomField, updateMembers} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {CommandContext} from '../../../app/command-context.js';
import {BizctlError, GuardError, InterruptedError, LocalError, RefusedError, UsageError} from '../../../base/errors.js';
import type {Prompts} from '../../../base/prompts.js';
import {toText} from '../../../base/suggest-command.js';
import {toPrintable} from '../../../output/printable.js';
import {showValue} from '../../../output/value.js';
import {openTempFile, type TempFile} from '../../../system/files/temp-file.js';
import {describeEdit} from '../write/describe-edit.js';
import {toEditText} from './edit-text.js';
import {type FieldEdit, hasOnlyComments, readEdits} from './read-edited.js';
import {warnOfValues} from './warn-of-values.js';

interface EditSession {
  readonly context: ApiContext;
  readonly prompts: Prompts;
  readonly openEditor: NonNullable<CommandContext['openEditor']>;
  /** True if the changes are only shown. */
  readonly isDryRun: boolean;
}

/**
 * Opens fields as text in the editor, and sends the changes after confirmation. On any failure, the text is kept.
 *
 * @throws GuardError when the user declines
 */
export async function editFields(
  edit: EditSession,
  fields: readonly CustomField[],
  send: (edits: readonly FieldEdit[]) => Promise<void>,
): Promise<void> {
  const text = toEditText(fields);
  const file = openTempFile(fields.length === 1 ? 'field.yaml' : 'fields.yaml', text);
  const {signal, addExitMessage, reporter} = edit.context;
  const removeExitMessage = addExitMessage(() => toPrintable(`hint: ${describeKeptFile(file, text)}`));
  try {
    await offerAgain(edit, async () => {
      const edits = await askForEdits(edit, file, text, fields);
      if (edits) await send(edits);
      else await reporter.note('the text was not changed, so nothing was sent');
    });
  } catch (error) {
    const isInterrupted = signal.aborted || error instanceof InterruptedError;
    // After an interruption, an editor with a window of its own may still have the text open.
    if (!isInterrupted && holdsNothing(file, text) && !file.hasOthers()) {
      file.remove();
      throw error;
    }
    // An interruption of the writes says what was written.
    const isOther = signal.aborted && !(error instanceof InterruptedError);
    throw withKept(isOther ? signal.reason : error, describeKeptFile(file, text));
  } finally {
    removeExitMessage();
  }
  const kept = file.remove();
  if (kept !== undefined) await reporter.note(`other files that your editor saved were kept in ${kept}`);
}

/** True if the file holds nothing of the user's: it is as it was, empty or gone. */
function holdsNothing(file: TempFile, text: string): boolean {
  try {
    return ['', text.trim()].includes(file.read().trim());
  } catch (error) {
    if (error instanceof LocalError) return true;
    if (error instanceof UsageError) return false;
    throw error;
  }
}

/** Repeats work that fails because of the text, as long as the user wants to edit that again. */
async function offerAgain({context, prompts}: EditSession, work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UsageError) && !(error instanceof RefusedError)) throw error;
      await context.reporter.error(error);
      await prompts.confirm('Edit again?', [], {enterMeans: 'yes'});
    }
  }
}

function describeKeptFile(file: TempFile, text: string): string {
  return holdsNothing(file, text)
    ? `Your editor may have saved the text in ${dirname(file.path)}`
    : `Your edits were kept in ${file.path}`;
}

/** Adds where the text is to the hint of an error. */
function withKept(error: unknown, kept: string): unknown {
  if (!(error instanceof BizctlError)) return error;
  const {hint} = error.details;
  return error.with({hint: suggest => `${kept}${hint === undefined ? '' : ` (${toText(hint, suggest)})`}`});
}

/**
 * Opens the editor, and asks whether to send the changes; `undefined` if there are none.
 *
 * @throws UsageError if the text is not valid; GuardError when the user declines
 */
async function askForEdits(
  {context, prompts, openEditor, isDryRun}: EditSession,
  file: TempFile,
  text: string,
  fields: readonly CustomField[],
): Promise<readonly FieldEdit[] | undefined> {
  await openEditor(file.path);
  const edited = file.read();
  if (edited === text) return undefined;
  // A text with a single member may be emptied to remove that member.
  const isEmptied = fields.length === 1 && hasOnlyComments(edited) && (text.match(/^\w+:/gm) ?? []).length > 1;
  if (edited.trim() === '' || isEmptied) throw new GuardError('the text is empty; nothing was changed');
  const edits = await readEdits(context, edited, file.path, fields);
  const lines = edits.flatMap(({field, changes}) => describeEdit(field, changes, fields.length > 1));
  if (lines.length === 0) return undefined;
  const changed = edits.map(({changes}) => changes);
  await warnOfValues(context, changed, updateMembers, fields);
  if (isDryRun) return edits;
  const [only] = edits;
  const what =
    only && edits.length === 1
      ? `${JSON.stringify(showValue(only.field['name']))} (${requireId(only.field)})`
      : `these ${edits.length} custom fields`;
  await prompts.confirm(`Update ${what} in ${context.tenant}?`, lines, {listsAll: true});
  return edits;
}
