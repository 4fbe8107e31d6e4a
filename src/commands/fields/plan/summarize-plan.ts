import {andMore, listFirst} from '../../../base/and-more.js';
import {countNouns} from '../../../base/count-nouns.js';
import {quoteStart} from '../../../base/quote-start.js';
import {countStates} from '../../../plan/diff-document.js';
import {countLosses, isLoss, type Losses} from '../../../plan/losses.js';
import {type Change, countChanges, type Plan} from '../../../plan/plan.js';

/** Formats losses: `2 fields would be deleted and 1 choice removed`. */
export function describeLosses({deleted, replaced, choices}: Losses): string {
  const parts = [
    {number: deleted, noun: 'field', verb: 'deleted'},
    {number: replaced, noun: 'field', verb: 'replaced'},
    {number: choices, noun: 'choice', verb: 'removed'},
  ].filter(({number}) => number > 0);
  if (parts.length === 0) return 'nothing would be deleted';
  return new Intl.ListFormat('en').format(
    parts.map(({number, noun, verb}, index) => `${countNouns(number, noun)} ${index === 0 ? 'would be ' : ''}${verb}`),
  );
}

const maxNamedChoices = 3;

/** Names what a change loses: `delete fax`, `choice "Food" of industry`. */
export function nameLoss({action, name, lostChoices = []}: Change): string {
  if (action !== 'update') return `${action} ${name}`;
  const titles = lostChoices.map(title => JSON.stringify(title));
  return `${titles.length === 1 ? 'choice' : 'choices'} ${listFirst(titles, maxNamedChoices)} of ${name}`;
}

const maxNamedLosses = 5;

/** Counts and names the losses of a plan: `2: delete fax, replace phone`; `undefined` if nothing is lost. */
export function describeNamedLosses({changes}: Plan): string | undefined {
  const losses = countLosses(changes).total;
  return losses === 0 ? undefined : `${losses}: ${nameLosses(changes)}`;
}

/** Names losses, each once, and counts those without a name: `delete fax (3 fields), replace phone, and 2 more`. */
export function nameLosses(changes: readonly Change[]): string {
  const alike = [...Map.groupBy(changes.filter(isLoss), nameLoss)];
  const named = alike
    .slice(0, maxNamedLosses)
    .map(([name, {length}]) => (length > 1 ? `${name} (${length} fields)` : name));
  const rest = countLosses(alike.slice(maxNamedLosses).flatMap(([, same]) => same)).total;
  return `${named.join(', ')}${andMore(rest, ', ')}`;
}

export function describeLossesAndOption(plan: Plan): string | undefined {
  const losses = describeNamedLosses(plan);
  return losses === undefined ? undefined : `${losses}; ${askForOption(countLosses(plan.changes).total)}`;
}

export function askForOption(count: number): string {
  return `without a terminal or with --yes, pass --expect-deletes ${count}`;
}

export function summarizeDiff(plan: Plan): string {
  const {missing, differs, extra} = countStates(plan);
  const found =
    missing + differs + extra === 0 ? 'no differences' : `${missing} missing, ${extra} extra, ${differs} different`;
  const refused = plan.refusals.length > 0 ? `; ${plan.refusals.length} not compared` : '';
  return `${found}; ${plan.unchanged} identical${refused}`;
}

/** Returns the number of pending changes of each kind that has any. */
export function summarizePending({changes}: Pick<Plan, 'changes'>): string {
  const counts = Object.entries(countChanges(changes)).filter(([, count]) => count > 0);
  return counts.map(([action, count]) => `${count} to ${action}`).join(', ');
}

function summarizeChanges({changes, refusals}: Plan): readonly string[] {
  const {create, update, replace, delete: deleted} = countChanges(changes);
  if (changes.length > 0)
    return [`${create} to create, ${update} to update, ${replace} to replace, ${deleted} to delete`];
  // A refused declaration is a change too.
  return refusals.length > 0 ? [] : ['no changes'];
}

const maxNamed = 5;
/** Characters of each name. */
const maxName = 60;

function quoteNames(names: readonly string[]): string {
  return names.map(name => quoteStart(name, maxName)).join(', ');
}

/**
 * Returns the number of changes of each kind, in one line.
 *
 * @param namesFields false for Markdown, in which a name is inert only as code
 */
export function summarizePlan(plan: Plan, namesFields = true): string {
  const {changes, unchanged, unchangedWithWriteOnly, undeclared, kept, refusals} = plan;
  const {choices} = countLosses(changes);
  // A field that has left the files is one of few.
  const others = namesFields && undeclared.length <= maxNamed ? ` (${quoteNames(undeclared)})` : '';
  const unread =
    unchangedWithWriteOnly.length > 0
      ? ` (${unchangedWithWriteOnly.length} with a hint or example_value, which cannot be compared and is not sent${namesFields && unchangedWithWriteOnly.length <= maxNamed ? `: ${quoteNames(unchangedWithWriteOnly)}` : ''})`
      : '';
  const parts = [
    ...summarizeChanges(plan),
    ...(choices > 0 ? [`${countNouns(choices, 'choice')} to remove`] : []),
    `${unchanged} unchanged${unread}`,
    ...(undeclared.length > 0 ? [`${undeclared.length} not declared, left alone${others}`] : []),
    ...(kept.length > 0 ? [`${kept.length} protected, left alone`] : []),
    ...(refusals.length > 0 ? [`${refusals.length} refused`] : []),
  ];
  return parts.join('; ');
}
