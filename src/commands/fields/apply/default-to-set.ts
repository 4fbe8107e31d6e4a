import type {Difference} from '../../../api/differences.js';
import type {CustomField} from '../../../api/schemas.js';
import {type Json, objectOf} from '../../../json/json.js';
import {isSameId} from '../../../plan/choices/default-choice.js';
import type {Change} from '../../../plan/plan.js';

export function setsDefault({path}: Difference): boolean {
  return path === 'options.default_option_id';
}

/**
 * Returns a function that is true for a default that an update has still to set. The list may lag behind one that was
 * sent; a reply that shows another does not.
 *
 * @param made the changes that the run made
 * @param replies the replies to them, by the id of the field
 */
export function createDefaultTest(
  made: readonly Change[],
  replies: ReadonlyMap<string | undefined, CustomField | undefined>,
): (update: Change, difference: Difference) => boolean {
  const isSent = (update: Change, choice: Json | undefined) => {
    const shown = objectOf(replies.get(update.id)?.['options']);
    const isTakenOver = shown === undefined || isSameId(shown['default_option_id'], choice);
    return isTakenOver && made.some(change => hasSent(change, update, choice));
  };
  return (update, difference) => setsDefault(difference) && !isSent(update, difference.after);
}

function hasSent({action, id, name, body}: Change, update: Change, choice: Json | undefined): boolean {
  const isSameField = action === 'update' ? id === update.id : name === update.name;
  return isSameField && isSameId(objectOf(body?.['options'])?.['default_option_id'], choice);
}
