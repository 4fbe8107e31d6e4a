import {withoutLast} from '../cut-text.js';

/** A text after a key of `readKeys`: a character is appended, Backspace removes one, Ctrl-W a word, Ctrl-U all. */
export function typeInto(text: string, key: string): string {
  if (key === 'backspace' || key === 'delete') return withoutLast(text);
  if (key === 'ctrl-w') return text.slice(0, text.trimEnd().lastIndexOf(' ') + 1);
  if (key === 'ctrl-u') return '';
  const isNamedKey = /^[a-z][a-zA-Z]+$|^ctrl-/.test(key);
  return isNamedKey ? text : text + key;
}
