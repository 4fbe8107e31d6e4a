import {Document, type ScalarTag} from 'yaml';
import {isArray, isObject, type Json} from '../json/json.js';
import {JsonLimitError} from '../json/limits.js';
import {findMemberOrder} from '../json/member-order.js';
import {hasCommand} from './inert-commands.js';
import {hasInvisible, toVisibleYaml} from './printable.js';

/** Prints numbers digit for digit. */
const rawNumber: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: value => JSON.isRawJSON(value),
  resolve: text => text,
  stringify: ({value}) => (JSON.isRawJSON(value) ? value.rawJSON : String(value)),
};

/** Matches lines with leading or trailing space, which a block scalar does not preserve. */
const unsafeInBlock = /^\s|[^\S\n]\n|\n\s|\n\n|\s[^\S\n]$/;

/** Matches text that other readers misread or reject. */
const unsafePlain = /^(?:=|<<)$|[\t\ufffe\uffff]/;

/** Double-quotes text that could control a terminal or that a block scalar would change. */
const quotedText: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: value =>
    typeof value === 'string' &&
    (unsafePlain.test(value) ||
      hasCommand(value) ||
      hasInvisible(value.replace(/[\n\t]/g, ' ')) ||
      (value.includes('\n') && unsafeInBlock.test(value))),
  resolve: text => text,
  stringify: ({value}) =>
    toVisibleYaml(JSON.stringify(value)).replace(/[\ufffe\uffff]/g, character =>
      character === '\ufffe' ? '\\ufffe' : '\\uffff',
    ),
};

/** Keeps members in order, since JavaScript puts names that are whole numbers first. */
function inOrder(_name: unknown, value: unknown): unknown {
  const names = isObject(value) ? findMemberOrder(value) : undefined;
  return names && isObject(value) ? new Map(names.map(name => [name, value[name]])) : value;
}

/** The library builds a tree that takes up to 800 bytes for each value. */
const maxValues = 250_000;

/** Counts the values within a value, itself included. */
function countValues(value: Json | undefined): number {
  if (isArray(value)) return value.reduce<number>((count, element) => count + countValues(element), 1);
  return isObject(value) ? Object.values(value).reduce<number>((count, member) => count + countValues(member), 1) : 1;
}

/** False for a value that holds too many others to be printed as YAML. */
export function fitsYaml(value: Json): boolean {
  return countValues(value) <= maxValues;
}

/**
 * Formats a value as YAML 1.2, digit for digit. Text that a YAML 1.1 reader would misread is quoted.
 *
 * @throws JsonLimitError for a value that holds too many others
 */
export function toYaml(value: Json): string {
  if (!fitsYaml(value)) throw new JsonLimitError('has too many values to print as YAML', maxValues);
  const document = new Document(value, inOrder, {
    schema: 'core',
    customTags: tags => [rawNumber, quotedText, ...tags],
    compat: 'yaml-1.1',
    aliasDuplicateObjects: false,
  });
  return document.toString({lineWidth: 0});
}
