import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {onFailure} from '../../../base/catch-errors.js';
import {GuardError} from '../../../base/errors.js';
import {sameJson} from '../../../json/same-json.js';
import {describeField} from '../show/view.js';
import {readAgain} from '../write/refuse-changed.js';

/** A field as it is on the screen, and the members that a write depends on. */
interface ShownField {
  readonly field: CustomField;
  readonly members: readonly string[];
}

/**
 * Reads the fields again, in the same order.
 *
 * @throws GuardError if one of them is gone, or a member is no longer what was shown; the error of the request
 */
export async function readUnchanged(
  context: ApiContext,
  shown: readonly ShownField[],
): Promise<readonly CustomField[]> {
  const fields = shown.map(({field}) => field);
  const byId = await readAgain(context, fields).catch(
    onFailure(error => {
      throw error.with({message: `${error.message}; nothing was sent`});
    }),
  );
  return shown.map(({field, members}) => {
    const now = byId.get(field.id);
    const isUnchanged = now && members.every(member => sameJson(now[member] ?? null, field[member] ?? null));
    if (isUnchanged) return now;
    throw new GuardError(
      `${describeField(field)} ${now ? 'has changed since it was read' : 'no longer exists'}; nothing was sent`,
      'Press r to reload the list.',
    );
  });
}
