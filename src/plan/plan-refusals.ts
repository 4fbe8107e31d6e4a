import {showPath} from '../api/field-shapes.js';
import {isLive} from '../api/looks-deleted.js';
import {type CustomField, findBodyProblems} from '../api/schemas.js';
import {isPathSegment} from '../base/path-segment.js';
import {quoteArgument, toOptionWords} from '../base/shell-word.js';
import type {JsonObject} from '../json/json.js';
import type {DesiredField} from './desired-field.js';
import {findUndocumented} from './find-undocumented.js';
import {describeLoss} from './losses.js';
import {adviseOnPartial, describeHiddenChoices, describePartialChoices} from './partial-choices.js';
import type {Change, Permissions, Plan, Refusal} from './plan.js';
import {describeCarriedFlaws} from './plan-warnings.js';

/** Refuses changes of fields whose id cannot be part of a URL (row 153). */
export function findIdRefusals(changes: readonly Change[]): readonly Refusal[] {
  return changes.flatMap(({id, name, action}) =>
    id === undefined || isPathSegment(id)
      ? []
      : [
          {
            reason: 'identity' as const,
            message: `cannot ${action} ${JSON.stringify(name)}: its id ${JSON.stringify(id)} cannot be part of a URL`,
            hint:
              action === 'delete'
                ? 'Declare the field by its name, or omit --prune.'
                : 'Leave the field as it is on the tenant: declare its current values, or omit it.',
          },
        ],
  );
}

/** Refuses to send the options of a field if the tenant shows only some of its choices. */
function findPartialRefusals(changes: readonly Change[]): readonly Refusal[] {
  return changes.flatMap(({action, name, place, body = {}, before}) => {
    const message = describePartialChoices(body, before, action === 'replace' ? 'replacing the field with' : 'sending');
    return message === undefined
      ? []
      : [
          {
            reason: 'partial' as const,
            place,
            message: `${JSON.stringify(name)}: ${message}`,
            // An undo has no file.
            hint:
              place === undefined
                ? 'Restore its choices by hand, with bizctl api PATCH /v2/customFields/ID --input FILE.'
                : adviseOnPartial,
          },
        ];
  });
}

/**
 * Refuses to replace a field whose name another one has: nothing could tell the new field from that one once a reply is
 * lost (row 24).
 */
function findTwinRefusals(changes: readonly Change[], current: readonly CustomField[]): readonly Refusal[] {
  const deletedIds = new Set(changes.flatMap(({action, id}) => (action === 'delete' ? (id ?? []) : [])));
  const staying = current.filter(field => isLive(field) && !deletedIds.has(field.id ?? ''));
  const live = Map.groupBy(staying, ({name}) => name?.normalize());
  return changes.flatMap(({action, name, id, place}) => {
    const [twin] = action === 'replace' ? (live.get(name.normalize()) ?? []).filter(other => other.id !== id) : [];
    if (!twin) return [];
    const message = `${JSON.stringify(name)}: cannot be replaced while another field has that name: ${twin.id ?? ''}`;
    return [
      {reason: 'duplicate' as const, place, message, hint: 'First delete all but one of the fields with that name.'},
    ];
  });
}

/** Adds what would be sent wrongly because the tenant may not show all that it has, or has two fields of a name. */
export function withRisks(plan: Plan, current: readonly CustomField[]): Plan {
  const {changes, refusals, warnings} = plan;
  return {
    ...plan,
    refusals: [...refusals, ...findPartialRefusals(changes), ...findTwinRefusals(changes, current)],
    warnings: [...warnings, ...describeHiddenChoices(changes), ...describeCarriedFlaws(changes, refusals)],
  };
}

/** A comparison sends nothing, so all that differs may be replaced. */
export function withoutReplaceRefusals(plan: Plan): Plan {
  return {...plan, refusals: plan.refusals.filter(({reason}) => reason !== 'replace')};
}

/** @param options the words of the options that allow what was refused */
export function adviseToPass(options: readonly string[]): string {
  return `If that is intended, pass ${options.map(quoteArgument).join(' ')}.`;
}

/** Refuses replacements that `--replace` does not allow. */
export function findReplacementRefusals(changes: readonly Change[], {replaceable}: Permissions): readonly Refusal[] {
  return changes
    .filter(({action, name}) => action === 'replace' && !replaceable.has(name))
    .map(change => {
      const option = toOptionWords('--replace', change.name);
      const isMisspelled = findUndocumented({type: change.body?.['type'] ?? null}).some(each => each.isLikelyMistake);
      return {
        reason: 'replace' as const,
        place: change.place,
        message: `${JSON.stringify(change.name)} ${describeLoss(change).join()}`,
        ...(isMisspelled
          ? {hint: 'The type looks misspelled. Fix it in the file.'}
          : {hint: adviseToPass(option), option}),
      };
    });
}

/**
 * Refuses to send what the API reference does not allow, unless an update only sends back what the tenant shows. Only
 * bodies are checked: a member that a file leaves out may exist on the tenant.
 */
export function findFlawRefusals(changes: readonly Change[], desired: readonly DesiredField[]): readonly Refusal[] {
  const byPlace = new Map(changes.map(change => [change.place, change]));
  const describe = (body: JsonObject) =>
    findBodyProblems(body, 'create').map(({path, message}) => `${showPath(path)} ${message}`);
  // Choices may have moved.
  const toKind = (message: string) => message.replace(/\[\d+\]/g, '[]');
  return desired.flatMap(({flaws, where}) => {
    const {action, body = {}, before} = (flaws.length === 0 ? undefined : byPlace.get(where())) ?? {};
    const sent = describe(body);
    const had = action === 'update' && before ? describe(before).map(toKind) : [];
    const count = (kinds: readonly string[], message: string) => kinds.filter(each => each === toKind(message)).length;
    return flaws
      .filter(({message}) => sent.includes(message) && count(sent.map(toKind), message) > count(had, message))
      .map(({place, message, isMissing}) => ({
        reason: 'shape' as const,
        place,
        message,
        hint: isMissing ? 'Add it; the API reference requires it.' : 'Use a value from the API reference.',
      }));
  });
}
