import {UnavailableError} from '../base/errors.js';
import type {Json} from '../json/json.js';
import {stringifyJson} from '../json/member-order.js';
import type {RawRows} from '../json/raw-rows.js';
import {toPrintableJson} from './printable.js';

function stringify(value: Json, indent: number): string {
  try {
    return toPrintableJson(stringifyJson(value, indent));
  } catch (error) {
    if (error instanceof RangeError)
      throw new UnavailableError('the JSON is nested too deeply or too large to print', {cause: error});
    throw error;
  }
}

/** Formats a value as JSON indented by two, ending with a newline. */
export function toJson(value: Json): string {
  return `${stringify(value, 2)}\n`;
}

/** The same without the newline, with more space before all lines but the first. */
export function toIndentedJson(value: Json, spaces: number): string {
  return stringify(value, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`);
}

export function toJsonLine(value: Json): string {
  return `${stringify(value, 0)}\n`;
}

/** Formats the rows of a page, without parsing those whose text can be used as it is. */
function formatRows(
  raw: RawRows,
  ofText: (text: string) => string,
  ofValue: (value: Json) => string,
): readonly string[] {
  return Array.from({length: raw.count}, (_none, row) => {
    const text = raw.verbatimOf(row);
    return text === undefined ? ofValue(raw.parseRow(row)) : ofText(text);
  });
}

/** The rows of a page as `toJsonLine` formats them. */
export function toRawLines(raw: RawRows): string | Uint8Array {
  // Decoding and encoding the text takes as long as reading the page.
  return raw.verbatimLines() ?? formatRows(raw, text => `${text}\n`, toJsonLine).join('');
}

/** The rows of a page as `toIndentedJson` formats them. Parsing all would take twice the time and memory. */
export function toRawIndented(raw: RawRows, spaces: number): readonly string[] {
  return formatRows(
    raw,
    text => indentCompact(text, spaces),
    value => toIndentedJson(value, spaces),
  );
}

/** @param text valid JSON without white space between tokens */
function indentCompact(text: string, spaces: number): string {
  let [result, from, isInString, indent] = ['', 0, false, `\n${' '.repeat(spaces)}`];
  const insert = (at: number, space: string) => {
    result += text.slice(from, at) + space;
    from = at;
  };
  // A loop: for a regular expression, a string with millions of escapes is too long.
  for (let at = 0; at < text.length; at += 1) {
    const unit = text[at];
    if (unit === '"') isInString = !isInString;
    else if (isInString) at += unit === '\\' ? 1 : 0;
    else if (unit === ',') insert(at + 1, indent);
    else if (unit === ':') insert(at + 1, ' ');
    else if (unit === '}' || unit === ']') {
      indent = indent.slice(0, -2);
      insert(at, indent);
    } else if (unit === '{' || unit === '[') {
      const isEmpty = text[at + 1] === '}' || text[at + 1] === ']';
      if (isEmpty) at += 1;
      else {
        indent += '  ';
        insert(at + 1, indent);
      }
    }
  }
  return result + text.slice(from);
}
