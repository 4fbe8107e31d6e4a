/** Spaces, controls and invisible characters, which spreadsheets ignore at the start of a cell. */
const ignored =
  '[\\s\\0-\\u0020\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\u{e0000}-\\u{e0fff}]*';
/** The same within a line. */
const ignoredInLine = ignored.replace(
  '\\s\\0-\\u0020',
  '\\0-\\u0009\\u000b\\u000c\\u000e-\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000',
);
const start = '[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]';
/** Matches what a spreadsheet would run as a formula; `;` separates cells where the comma is the decimal sign. */
const first = `(?:[;${ignored.slice(1)}${start}|[\\t\\r\\n])`;

// Text that already starts with quotes gets one more, so that reading it back removes only what was added.
const formula = new RegExp(`^(?='*${first})`, 'u');
const formulaInside = new RegExp(`;(?='*${ignored}${start})`, 'gu');
/** Where `;` separates cells, a quote within a text does not keep a line break from ending the row. */
const formulaInLine = new RegExp(`(?<=[\\r\\n])(?='*${ignoredInLine}${start})`, 'gu');
const quoted = new RegExp(`^'(?='*${first})`, 'u');
const quotedInside = new RegExp(`;'(?='*${ignored}${start})`, 'gu');
const quotedInLine = new RegExp(`(?<=[\\r\\n])'(?='*${ignoredInLine}${start})`, 'gu');

/** Puts a quote before whatever a spreadsheet would run as a formula. */
export function neutralizeFormulas(text: string): string {
  return text.replace(formula, "'").replace(formulaInside, ";'").replace(formulaInLine, "'");
}

/** The text that `neutralizeFormulas` was given. */
export function restoreFormulas(text: string): string {
  return text.replace(quotedInLine, '').replace(quotedInside, ';').replace(quoted, '');
}
