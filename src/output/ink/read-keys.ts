import type {Key} from 'ink';
import {segmentText} from '../segment-text.js';

const namedKeys = [
  ['up', 'upArrow'],
  ['down', 'downArrow'],
  ['left', 'leftArrow'],
  ['right', 'rightArrow'],
  ['pageUp', 'pageUp'],
  ['pageDown', 'pageDown'],
  ['home', 'home'],
  ['end', 'end'],
  ['enter', 'return'],
  ['escape', 'escape'],
  ['tab', 'tab'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
] as const satisfies readonly (readonly [string, keyof Key])[];

const controlKeys = new Map([
  ['\r', 'enter'],
  ['\r\n', 'enter'],
  ['\n', 'enter'],
  ['\t', 'tab'],
  ['\u007f', 'backspace'],
  ['\b', 'backspace'],
]);

/** `ctrl-u` for U+0015. */
function nameControl(character: string): string {
  const code = character.charCodeAt(0);
  return character.length === 1 && code > 0 && code < 27 ? `ctrl-${String.fromCharCode(code + 96)}` : character;
}

/**
 * The keys of one input event, by name or as the character typed. Fast typing and key repeat arrive as one event.
 *
 * @returns such as `up`, `enter`, `ctrl-c` or `j`
 */
export function readKeys(input: string, key: Key): readonly string[] {
  const named = namedKeys.find(([, property]) => key[property])?.[0];
  if (named !== undefined) return [named];
  if (key.ctrl) return [`ctrl-${input}`];
  if (key.meta) return [];
  return Array.from(segmentText(input), ({segment}) => controlKeys.get(segment) ?? nameControl(segment));
}
