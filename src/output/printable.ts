// C0, DEL, C1; the bidirectional controls; zero-width characters, line separators, tags and lone surrogates. What does not show, or moves what shows.
const invisible =
  /[\p{Cc}\p{Bidi_Control}\u200b\u200c\u2028\u2029\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]|(?<!\p{Extended_Pictographic}\ufe0f?[\u{1f3fb}-\u{1f3ff}]?)\u200d|[\ud800-\udfff]/gu;

const named: {readonly [character: string]: string} = {'\n': '\\n', '\r': '\\r', '\t': '\\t'};

function escape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return named[character] ?? (code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`);
}

/** The text with everything visible that could steer a terminal, hide itself or break the line. Applied where text is printed, nowhere else. */
export function toPrintable(text: string): string {
  return text.replace(invisible, escape);
}

const steering = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** JSON text with `\u` escapes for what could steer a terminal: the same value, harmless bytes. */
export function toHarmlessJson(json: string): string {
  return json.replace(steering, escape);
}
