import {Document, type ScalarTag} from 'yaml';
import {isObject, type Json} from '../json/json.js';
import {findOrder} from '../json/member-order.js';
import {toHarmlessJson} from './printable.js';

/** Numbers that are kept as text come out as that text. */
const rawNumber: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: value => JSON.isRawJSON(value),
  resolve: text => text,
  stringify: ({value}) => (JSON.isRawJSON(value) ? value.rawJSON : String(value)),
};

/** Lines with blanks at their ends do not come back out of a block as they went in. */
const delicateLines = /^\s|[^\S\n]\n|\n\s|\n\n|\s[^\S\n]$/;

/** What other readers take for something else, or do not take at all. */
const delicate = /^(?:=|<<)$|[\t\ufffe\uffff]/;

/** Escapes for what could steer a terminal, and for what a block of lines would change. */
const quotedText: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: value =>
    typeof value === 'string' &&
    (delicate.test(value) || value !== toHarmlessJson(value) || (value.includes('\n') && delicateLines.test(value))),
  resolve: text => text,
  stringify: ({value}) =>
    toHarmlessJson(JSON.stringify(value)).replace(/[\ufffe\uffff]/g, character =>
      character === '\ufffe' ? '\\ufffe' : '\\uffff',
    ),
};

/** Whole numbers as names would come first in an object. */
function inOrder(_name: unknown, value: unknown): unknown {
  const names = isObject(value) ? findOrder(value) : undefined;
  return names && isObject(value) ? new Map(names.map(name => [name, value[name]])) : value;
}

/** The value as YAML 1.2, digit for digit, in lines of their own. What an older reader would take for something else is quoted. */
export function toYaml(value: Json): string {
  const document = new Document(value, inOrder, {
    schema: 'core',
    customTags: tags => [rawNumber, quotedText, ...tags],
    compat: 'yaml-1.1',
    aliasDuplicateObjects: false,
  });
  return document.toString({lineWidth: 0});
}
