/** A text after a key of `readKeys`: a character is appended, Backspace removes one, Ctrl-U all. */
export function typeInto(text: string, key: string): string {
  if (key === 'backspace' || key === 'delete') return Array.from(text).slice(0, -1).join('');
  if (key === 'ctrl-u') return '';
  const isName = /^[a-z][a-zA-Z]+$|^ctrl-/.test(key);
  return isName ? text : text + key;
}
