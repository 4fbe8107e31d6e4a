import {Document, type ScalarTag} from 'yaml';
import type {Json} from '../json.js';

/** Numbers that are kept as text come out as that text. */
const rawNumber: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: value => JSON.isRawJSON(value),
  resolve: text => text,
  stringify: ({value}) => (JSON.isRawJSON(value) ? value.rawJSON : String(value)),
};

/** The value as YAML 1.2, digit for digit, in lines of their own. */
export function toYaml(value: Json): string {
  const document = new Document(value, {
    schema: 'core',
    customTags: tags => [rawNumber, ...tags],
    aliasDuplicateObjects: false,
  });
  return document.toString({lineWidth: 0});
}
