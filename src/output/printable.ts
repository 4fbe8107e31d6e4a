/** ASCII, Latin letters and the ellipsis: harmless, and one terminal cell each. */
export const plainText = /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2026]*$/;

let invisible: RegExp | undefined;

/**
 * Matches control characters, bidirectional controls, line separators, annotation and hieroglyph format controls, lone
 * surrogates, and invisible characters except those that join emoji. Compiled on first use, because the Unicode classes
 * take longer than a short command.
 */
function invisiblePattern(): RegExp {
  invisible ??=
    /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufff9-\ufffb\u{13430}-\u{1343f}\ud800-\udfff]|(?!\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}|(?<!\p{Extended_Pictographic}\ufe0f?[\u{1f3fb}-\u{1f3ff}]?)\u200d|(?<!\p{Emoji})\ufe0f/gu;
  return invisible;
}

const shortEscapes: {readonly [character: string]: string} = {'\n': '\\n', '\r': '\\r', '\t': '\\t'};

function escape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return (
    shortEscapes[character] ??
    (code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`)
  );
}

const maxPart = 50_000;
/** A part of a longer text; what belongs to the emoji before it is not cut off. */
const parts = /[^]{1,50000}(?:\u200d|\ufe0f|\p{Emoji_Modifier}){0,1000}/gu;

/** Replaces all matches. In a string of megabytes that would be slow, and take hundreds of them, if done at once. */
function replaceAll(text: string, pattern: RegExp, replace: (character: string) => string): string {
  if (text.length <= maxPart) return text.replace(pattern, replace);
  const known = new Map<string, string>();
  const replaceOnce = (character: string) => {
    const replaced = known.get(character) ?? replace(character);
    known.set(character, replaced);
    return replaced;
  };
  return (text.match(parts) ?? []).map(part => part.replace(pattern, replaceOnce)).join('');
}

/** Escapes whatever could control a terminal, hide itself or break the line. Apply it only where text is printed. */
export function toPrintable(text: string): string {
  return plainText.test(text) ? text : replaceAll(text, invisiblePattern(), escape);
}

/** True for text that `toPrintable` changes. */
export function hasInvisible(text: string): boolean {
  return !plainText.test(text) && text.search(invisiblePattern()) >= 0;
}

/** Escapes in JSON text all that `toPrintable` escapes, without changing its value. */
export function toVisibleJson(json: string): string {
  if (plainText.test(json)) return json;
  return replaceAll(json, invisiblePattern(), character => (character === '\n' ? character : toJsonEscape(character)));
}

/** Escapes in double-quoted YAML what `toPrintable` escapes. */
export function toVisibleYaml(text: string): string {
  if (plainText.test(text)) return text;
  return replaceAll(text, invisiblePattern(), character => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : toJsonEscape(character);
  });
}

/** As JSON has it: one escape for each UTF-16 code unit. */
function toJsonEscape(character: string): string {
  let escaped = '';
  for (let index = 0; index < character.length; index += 1)
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  return escaped;
}

const unprintable = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Escapes in JSON text what could control a terminal, without changing its value. */
export function toPrintableJson(json: string): string {
  return replaceAll(json, unprintable, escape);
}
