/** ASCII, Latin letters and the ellipsis: harmless, and a cell of a terminal each. */
export const plainText = /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2026]*$/;

/** Control characters, bidirectional controls, line separators, lone surrogates, and invisible characters other than those that join an emoji. */
const findInvisible = () =>
  /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ud800-\udfff]|(?!\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}|(?<!\p{Extended_Pictographic}\ufe0f?[\u{1f3fb}-\u{1f3ff}]?)\u200d|(?<!\p{Emoji})\ufe0f/gu;

let invisible: RegExp | undefined;

const named: {readonly [character: string]: string} = {'\n': '\\n', '\r': '\\r', '\t': '\\t'};

function escape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return named[character] ?? (code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`);
}

/** The text with visible escapes for whatever could steer a terminal, hide itself or break the line. Applied only where text is printed. */
export function toPrintable(text: string): string {
  if (plainText.test(text)) return text;
  // Compiled when it is needed: the classes of Unicode take longer than a small command line.
  invisible ??= findInvisible();
  return text.replace(invisible, escape);
}

const steering = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** JSON text with `\u` escapes for what could steer a terminal: the same value, harmless bytes. */
export function toPrintableJson(json: string): string {
  return json.replace(steering, escape);
}
