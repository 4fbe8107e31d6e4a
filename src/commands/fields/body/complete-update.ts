import {merge} from '../../../api/merge.js';
import type {CustomField} from '../../../api/schemas.js';
import {GuardError} from '../../../base/errors.js';
import type {JsonObject} from '../../../json/json.js';
import {adviseOnDoubtful, describeDoubtful, describeForeignIds} from '../../../plan/choice-warnings.js';
import type {AdoptedOptions} from '../../../plan/choices/adopt-options.js';
import {adviseOnDefault, describeForeignDefault} from '../../../plan/choices/default-choice.js';
import {mergeOptions} from '../../../plan/choices/merge-options.js';
import {openDefaultNote} from '../write/field-write.js';

export interface CompletedUpdate {
  readonly body: JsonObject;
  /** What the update leaves undone although the user may have meant it. */
  readonly note: string | undefined;
  /** Why it must not be sent. */
  readonly refusal: GuardError | undefined;
}

/**
 * Completes declared options and display options with the field's other members, because the API replaces them as a
 * whole. Choices get the ids of the field's choices (row 149).
 */
export function completeUpdate(declared: JsonObject, current: CustomField): CompletedUpdate {
  const {options, display_options: display} = declared;
  const [currentOptions, currentDisplay] = [current['options'], current['display_options']];
  // If the list shows no options, the field may still have some, and the declared ids may belong to its choices.
  const merged = options && currentOptions !== undefined ? mergeOptions(options, currentOptions) : undefined;
  return {
    body: {
      ...declared,
      ...(merged ? {options: merged.options} : {}),
      ...(display && currentDisplay ? {display_options: merge(display, currentDisplay, ['display_options'])} : {}),
    },
    note: merged && noteOnOptions(merged),
    refusal: merged && refuseOptions(merged),
  };
}

function noteOnOptions(adopted: AdoptedOptions): string | undefined {
  const notes = [
    ...(adopted.adoptedDefault.newTitle === undefined ? [] : [openDefaultNote]),
    ...describeForeignIds(adopted),
  ];
  return notes.join('; ') || undefined;
}

function refuseOptions({adoptedDefault, doubtful: [doubtful]}: AdoptedOptions): GuardError | undefined {
  const {unknownId} = adoptedDefault;
  if (unknownId !== undefined) return new GuardError(describeForeignDefault(unknownId), adviseOnDefault);
  return doubtful && new GuardError(describeDoubtful(doubtful), adviseOnDoubtful(doubtful));
}
