import {type Difference, isNumbering, isOmission} from '../../../api/differences.js';
import type {CustomField} from '../../../api/schemas.js';
import {describeFirst, listFirst} from '../../../base/and-more.js';
import type {Altered} from '../../../plan/find-altered.js';
import type {Change} from '../../../plan/plan.js';
import {showShortDifference} from '../plan/plan-details.js';

/** How many differences of one kind are reported. */
export const maxReported = 20;

/** @param renamed names under which created fields may be listed */
export function withRenamed(problem: string, renamed: readonly string[]): string {
  const names = renamed.map(name => JSON.stringify(name)).join(', ');
  return names === '' ? problem : `${problem}; listed instead: ${names}`;
}

export function describeMissing(id: string): string {
  return `the new field with id ${id} is not listed`;
}

export function describeVanished(fields: readonly CustomField[]): string {
  const names = fields.map(({id, name}) => JSON.stringify(name ?? id));
  const [are, them] = names.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${listFirst(names, maxReported)} ${are} no longer listed, although this run did not delete ${them}`;
}

export function describeIgnored({name, differences}: Change): string {
  const isOrder = ({order}: Difference) => order === true;
  const others = differences.filter(each => !isOrder(each) && !isNumbering(each));
  const labelsOf = (isEmptied: boolean) =>
    others.flatMap(({before, label}) => ((before === '') === isEmptied ? label : [])).join(', ');
  const [omitted, emptied] = [labelsOf(false), labelsOf(true)];
  const lists = differences.filter(isOrder).map(({path, label}) => (path.startsWith('options') ? 'choices' : label));
  const field = JSON.stringify(name);
  const parts = [
    ...(lists.length > 0 ? [`uses its own order for the ${[...new Set(lists)].join(', ')} of ${field}`] : []),
    ...(lists.length === 0 && differences.some(isNumbering) ? [`numbers the choices of ${field} itself`] : []),
    ...(omitted === '' ? [] : [`does not return empty or false members of ${field}: ${omitted}`]),
    ...(emptied === '' ? [] : [`returns "" for removed members of ${field}: ${emptied}`]),
  ];
  return `the API ${parts.join(', and ')}`;
}

export function describeAltered({name, labels, choices}: Altered): readonly string[] {
  const field = JSON.stringify(name);
  const lost = `${field}: the API did not keep what was sent for ${listFirst(labels, maxReported)}`;
  const what = choices.length === 1 ? 'this choice a new id' : 'these choices new ids';
  const titles = choices.map(title => JSON.stringify(title));
  const renumbered = `${field}: the API gave ${what}, so stored values may be lost: ${listFirst(titles, maxReported)}`;
  return [...(labels.length > 0 ? [lost] : []), ...(choices.length > 0 ? [renumbered] : [])];
}

export function describeRemaining({action, name, differences}: Change): string {
  const quoted = JSON.stringify(name);
  if (action === 'create') return `${quoted} is not listed`;
  if (action === 'delete') return `${quoted} is still listed`;
  // Members that the API may omit are no reason to try again.
  const notable = differences.filter(difference => !isOmission(difference));
  const shown = (notable.length > 0 ? notable : differences).map(showShortDifference);
  return `${quoted} still differs in ${describeFirst(shown) ?? ''}`;
}
