import type {ApiContext} from '../../../app/api-context.js';

/**
 * True if fields are read before they are written, just to record their state for undo: for a person, who may want to
 * undo it, and on request.
 */
export function readsStateBefore({prompts}: ApiContext, {journal}: {readonly journal?: true | undefined}): boolean {
  return journal === true || prompts !== undefined;
}
