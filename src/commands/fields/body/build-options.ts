import {UsageError} from '../../../base/errors.js';
import {
  arrayOf,
  integerOf,
  isObject,
  type Json,
  type JsonObject,
  numberOf,
  objectOf,
  showJson,
} from '../../../json/json.js';
import {normalizeTitle} from '../../../plan/choices/match-choices.js';
import {findRepeated} from '../input/find-repeated.js';
import type {BodyOptions} from './body-options.js';
import {parseOptionDisplay} from './parse-display.js';

/** Adds choices to the existing ones. Removing one would delete the values stored for it, so that takes --file. */
export function buildOptions(
  {option, optionDisplay}: BodyOptions,
  base: JsonObject | undefined,
): JsonObject | undefined {
  if (option === undefined && optionDisplay === undefined) return undefined;
  if (option?.some(title => title.trim() === ''))
    throw new UsageError('--option is empty', 'Pass the title of a choice.');
  const repeated = findRepeated((option ?? []).map(normalizeTitle));
  if (repeated !== undefined)
    throw new UsageError(`--option ${JSON.stringify(repeated)} appears twice`, 'Pass each choice once.');
  const display_type =
    optionDisplay === undefined ? (base?.['display_type'] ?? 'DROPDOWN') : parseOptionDisplay(optionDisplay);
  if (option === undefined) return {...base, display_type};
  if (!areObjects(base?.['groups']) || !groupsOf(base).every(group => areObjects(group['options'])))
    throw new UsageError(
      'cannot add a choice: its current choices have an undocumented format',
      'Pass the complete options with --file.',
    );
  const groups = groupsOf(base);
  const current = new Set(
    groups
      .flatMap(group => arrayOf(group['options']) ?? [])
      .map(choice => normalizeTitle(showJson(objectOf(choice)?.['title'] ?? null))),
  );
  const added = option.filter(title => !current.has(normalizeTitle(title)));
  const [first, ...others] = groups.length > 0 ? groups : [{sort_order: 1}];
  const before = arrayOf(objectOf(first)?.['options']) ?? [];
  return {
    ...base,
    display_type,
    groups: [{...first, options: [...before, ...numberChoices(added, before)]}, ...others],
  };
}

function groupsOf(options: JsonObject | undefined): readonly JsonObject[] {
  return (arrayOf(options?.['groups']) ?? []).filter(isObject);
}

/** True for a list of objects, and for none. */
function areObjects(value: Json | undefined): boolean {
  return (value ?? null) === null || (arrayOf(value)?.every(isObject) ?? false);
}

/** Puts new choices after the existing ones; they get no `sort_order` if those have none. */
function numberChoices(titles: readonly string[], before: readonly Json[]): readonly JsonObject[] {
  const numbers = before.flatMap(choice => {
    const number = objectOf(choice)?.['sort_order'];
    return numberOf(number) ?? integerOf(number) ?? [];
  });
  if (before.length > 0 && numbers.length === 0) return titles.map(title => ({title}));
  const last = numbers.reduce((most, number) => Math.max(most, number), 0);
  return titles.map((title, index) => ({title, sort_order: last + index + 1}));
}
