import {UsageError} from '../../../base/errors.js';
import {didYouMean} from '../../../base/near-names.js';
import {quoteStart} from '../../../base/quote-start.js';
import {type JsonObject} from '../../../json/json.js';
import {maxDepth} from '../../../json/limits.js';
import {adviseCapitals, displayWords, isSentAsIs, optionWords} from '../../field-words.js';

/** The path of the member for the word after the colon, by display type (2.4). */
const formMembers = new Map<string, readonly [string, string]>([
  ['BOOLEAN', ['boolean_display_options', 'display_type']],
  ['REF', ['reference_type_display_options', 'reference_display_type']],
]);

/**
 * Parses DisplayOptions (2.4): `default`, `boolean:toggle`, `date_time`, `ref:card`, `array<ref:card>`.
 *
 * @throws UsageError for an unknown display
 */
export function parseDisplay(text: string, depth = 0): JsonObject {
  if (depth > maxDepth)
    throw new UsageError(
      `the display is nested too deeply (limit: ${maxDepth} levels)`,
      `Use one of: ${displayWords.join(', ')}.`,
    );
  const inner = /^array(?:<(.*)>)?$/is.exec(text.trim());
  if (inner)
    return {type: 'ARRAY', array_display_options: {item_options: parseDisplay(inner[1] ?? 'default', depth + 1)}};
  const [, type = '', form] = /^([a-z]\w*)(?::([a-z]\w*))?$/i.exec(text.trim()) ?? [];
  const member = formMembers.get(type.toUpperCase());
  const isKnown =
    displayWords.includes(text.trim().toLowerCase()) ||
    (isSentAsIs(type) && (form === undefined || (member !== undefined && isSentAsIs(form))));
  if (!isKnown)
    throw new UsageError(
      `unknown display ${quoteStart(text)}`,
      (didYouMean(text, displayWords) ?? `Use one of: ${displayWords.join(', ')}, array<DISPLAY>.`) +
        adviseCapitals(text, 'display'),
    );
  return {
    type: type.toUpperCase(),
    ...(member && form !== undefined ? {[member[0]]: {[member[1]]: form.toUpperCase()}} : {}),
  };
}

/** @throws UsageError for an unknown display type of options (2.4a) */
export function parseOptionDisplay(text: string): string {
  if (optionWords.includes(text.toLowerCase()) || isSentAsIs(text)) return text.toUpperCase();
  const hint = didYouMean(text, optionWords) ?? `Use one of: ${optionWords.join(', ')}.`;
  throw new UsageError(`unknown option display ${quoteStart(text)}`, `${hint}${adviseCapitals(text, 'display')}`);
}
