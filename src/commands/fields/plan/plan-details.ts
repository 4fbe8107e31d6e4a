import {type Difference, isSupersetOf} from '../../../api/differences.js';
import {writeOnlyMembers} from '../../../api/schemas.js';
import {only} from '../../../base/catch-errors.js';
import {UsageError} from '../../../base/errors.js';
import {arrayOf, type Json, type JsonObject} from '../../../json/json.js';
import {fitsYaml, toYaml} from '../../../output/to-yaml.js';
import {listChoices} from '../../../plan/choices/choices.js';
import {isSameId} from '../../../plan/choices/default-choice.js';
import {isDeletion} from '../../../plan/losses.js';
import type {Change} from '../../../plan/plan.js';
import {parseType} from '../body/parse-type.js';
import {labelDifference, quotePair, quoteValue} from '../show/describe-changes.js';
import {showType} from '../show/show-type.js';
import {type ChangeLine, indent, toPlainLine} from './change-line.js';
import {listRenumbered} from './renumbered-choices.js';
import {brief, type Shortening} from './shortening.js';

/** Longer values are on lines of their own. */
const maxInlineLength = 70;
/** Formats a difference in one line, long values cut: `label: "A" -> "B"`. */
export function showShortDifference(difference: Difference): string {
  const [from, to] = brief.pair(...quotePair(difference.before, difference.after));
  return `${labelDifference(difference)}: ${from} -> ${to}`;
}

/** Formats a type in the words of `--type`, if these say all that is in it. */
function showWholeType(type: Json): string | undefined {
  const words = showType(type);
  if (/unknown|\?/.test(words)) return undefined;
  try {
    const meant = parseType(words);
    return isSupersetOf(type, meant, ['type']) && isSupersetOf(meant, type, ['type']) ? words : undefined;
  } catch (error) {
    // The names in a reference may be empty, or contain what separates them in words.
    return only(UsageError, () => undefined)(error);
  }
}

/** Formats a value after its label, or, where it is long, below it as YAML. */
function listValue(
  sign: ChangeLine['sign'],
  label: string,
  value: Json,
  shortening: Shortening,
): readonly ChangeLine[] {
  const type = label === 'type' ? showWholeType(value) : undefined;
  if (type !== undefined) return [{sign, text: `${label}: ${type}`}];
  const text = JSON.stringify(value);
  if (typeof value !== 'object' || text.length <= maxInlineLength || !fitsYaml(value))
    return [{sign, text: `${label}: ${shortening.value(text)}`}];
  const lines = toYaml(value).trimEnd().split('\n');
  return [{sign, text: `${label}:`}, ...lines.map(line => ({sign, text: `  ${shortening.value(line)}`}))];
}

function listMembers(
  members: JsonObject,
  shortening: Shortening,
  sign: ChangeLine['sign'] = '',
): readonly ChangeLine[] {
  return Object.entries(members).flatMap(([member, value = null]) =>
    member === 'name' || member === 'id' ? [] : listValue(sign, member, value, shortening),
  );
}

function showTitles(titles: Json | undefined): string {
  return (arrayOf(titles ?? null) ?? []).map(quoteValue).join(', ');
}

/** Shows the id of a choice with its title, as the first of the fields that has it. */
function showChoiceOf(fields: readonly JsonObject[]): (id: Json | undefined) => string {
  const choices = fields.flatMap(field => listChoices(field['options']));
  return id => {
    const title = choices.find(choice => isSameId(choice.id, id))?.title;
    return `${quoteValue(id)}${title === undefined ? '' : ` (${JSON.stringify(title)})`}`;
  };
}

function listDifference(change: Change, difference: Difference, shortening: Shortening): readonly ChangeLine[] {
  const {path, before, after, order} = difference;
  const label = labelDifference(difference);
  const fields = [change.before ?? {}, change.body ?? {}];
  const [showFrom, showTo] = order
    ? [showTitles, showTitles]
    : path === 'options.default_option_id'
      ? [showChoiceOf(fields), showChoiceOf(fields.toReversed())]
      : [];
  const remark = change.action === 'replace' && /^(?:type|name)\b/.test(label) ? '  (forces replacement)' : '';
  if (before === undefined || after === undefined) {
    const [sign, value] = before === undefined ? (['+', after ?? null] as const) : (['-', before] as const);
    const shown =
      typeof value === 'string'
        ? [
            {
              sign,
              text: `${label}: ${shortening.value(((before === undefined ? showTo : showFrom) ?? quoteValue)(value))}`,
            },
          ]
        : listValue(sign, label, value, shortening);
    return shown.map((line, index) => (index === 0 ? {sign, text: `${line.text}${remark}`} : line));
  }
  const [from, to] = showFrom && showTo ? [showFrom(before), showTo(after)] : quotePair(before, after);
  if (from.length + to.length <= maxInlineLength) return [{sign: '~', text: `${label}: ${from} -> ${to}${remark}`}];
  if (after === null && typeof before === 'object' && !order)
    return [...listValue('-', label, before, shortening), {sign: '+', text: `${label}: null${remark}`}];
  const [shownFrom, shownTo] = shortening.pair(from, to);
  return [
    {sign: '-', text: `${label}: ${shownFrom}`},
    {sign: '+', text: `${label}: ${shownTo}${remark}`},
  ];
}

/** Lists what a change does to each member. */
export function listDetails(change: Change, shortening: Shortening): readonly ChangeLine[] {
  const {action, id, differences, body = {}, before = {}} = change;
  const shown = new Set(differences.map(({path}) => path));
  const unshown = Object.fromEntries(
    Object.entries(body).filter(([member]) => writeOnlyMembers.has(member) && !shown.has(member)),
  );
  return [
    ...(id !== undefined && isDeletion(change) ? [toPlainLine(`id: ${id}`)] : []),
    ...differences.flatMap(difference => listDifference(change, difference, shortening)),
    ...(action === 'create' ? listMembers(body, shortening) : []),
    ...(action === 'update' ? [...listRenumbered(change, shortening), ...listMembers(unshown, shortening, '~')] : []),
    ...(action === 'replace' ? [toPlainLine('recreate with'), ...listMembers(body, shortening).map(indent)] : []),
    ...(action === 'delete' ? listMembers(before, shortening) : []),
  ];
}
