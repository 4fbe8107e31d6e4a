import type {JsonObject} from '../../api/json.js';
import {findNearNames, inChoice} from '../../api/near-names.js';
import {UsageError} from '../../errors.js';

/** Where the form after the colon goes, by display type (2.4). */
const formMembers: {readonly [type: string]: readonly [string, string]} = {
  BOOLEAN: ['boolean_display_options', 'display_type'],
  REF: ['reference_type_display_options', 'reference_display_type'],
};

const words = [
  'default',
  'boolean',
  'boolean:toggle',
  'boolean:toggle_button',
  'boolean:checkbox',
  'boolean:radio',
  'date_time',
  'ref',
  'ref:dropdown',
  'ref:card',
  'array',
];

/**
 * DisplayOptions (2.4) from words: `default`, `boolean:toggle`, `date_time`, `ref:card`, `array<ref:card>`.
 *
 * @throws UsageError when the words are no display
 */
export function parseDisplay(text: string): JsonObject {
  const inner = /^array(?:<(.*)>)?$/is.exec(text.trim());
  if (inner) return {type: 'ARRAY', array_display_options: {item_options: parseDisplay(inner[1] ?? 'default')}};
  const [, type = '', form] = /^([a-z_]+)(?::([a-z_]+))?$/i.exec(text.trim()) ?? [];
  const isKnown = words.includes(type.toLowerCase()) || /^[A-Z_]+$/.test(type);
  const member = formMembers[type.toUpperCase()];
  if (!isKnown || (form !== undefined && !member)) {
    const near = findNearNames(text, words);
    throw new UsageError(
      `there is no display ${JSON.stringify(text)}`,
      near.length > 0 ? `Did you mean ${inChoice(near)}?` : `There is: ${words.join(', ')}, array<DISPLAY>.`,
    );
  }
  return {
    type: type.toUpperCase(),
    ...(member && form !== undefined ? {[member[0]]: {[member[1]]: form.toUpperCase()}} : {}),
  };
}
