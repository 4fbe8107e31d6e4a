import {findSetting, settingNames} from '../../app/settings.js';
import {resources} from '../../base/resources.js';
import {methods} from '../../http/api-request.js';
import {displayWords, fieldPaths, optionWords, primitiveWords, runPaths, runWritePaths} from '../field-words.js';
import type {Candidate, StoredNames, ValueContext} from './candidate.js';

/** The paths of the reference (4); the other endpoints are unknown. */
const paths = ['v2/customFields/', ...Object.values(resources).map(({segment}) => `v2/${segment}`)];

function toCandidates(words: readonly string[], description = ''): readonly Candidate[] {
  return words.map(word => ({word, description}));
}

/** Completes the last of several values that commas separate. */
function toList({current}: ValueContext, candidates: readonly Candidate[]): readonly Candidate[] {
  const before = current.slice(0, current.lastIndexOf(',') + 1);
  const given = before.split(',');
  return candidates
    .filter(({word}) => !given.includes(word))
    .map(({word, description}) => ({word: `${before}${word}`, description}));
}

/** Reads, and writes that ask for confirmation, accept bare names; elsewhere names need `name:`. */
function takesBareNames({path, words}: ValueContext): boolean {
  return /^fields (?:get|edit)$/.test(path) || (path === 'fields delete' && !words.includes('--yes'));
}

/** Verbs whose tables show plans or their outcomes in place of fields. */
const withPlans = /^fields (?:plan|apply|diff|export|undo)$/;

/** The columns of the table that the command shows. */
function columnsOf({path, words}: ValueContext): readonly string[] {
  if (path === 'fields runs') return words.some(word => /^\d{8}T/.test(word)) ? runWritePaths : runPaths;
  return path.startsWith('fields ') && !withPlans.test(path) ? fieldPaths : [];
}

const finders: {readonly [name: string]: (at: ValueContext, stored: StoredNames) => Promise<readonly Candidate[]>} = {
  field: (at, stored) => stored.fields(takesBareNames(at)),
  profile: (_at, stored) => stored.profiles(),
  '--profile': (_at, stored) => stored.profiles(),
  '--profiles': async (at, stored) => toList(at, await stored.profiles()),
  run: (_at, stored) => stored.runs(),
  '--resume': (_at, stored) => stored.runs(),
  '--type': async ({current}) =>
    current.startsWith('array<')
      ? toCandidates(
          primitiveWords.map(word => `array<${word}>`),
          'type',
        )
      : toCandidates([...primitiveWords, 'array<', 'ref<'], 'type'),
  '--display': async () => toCandidates(displayWords, 'display'),
  '--option-display': async () => toCandidates(optionWords, 'display of choices'),
  '--null': async ({path}) => {
    const {nullableMembers} = await import('../../api/schemas.js');
    const members = path === 'fields create' ? nullableMembers.create : nullableMembers.update;
    return toCandidates(members, 'member');
  },
  '--columns': async at => toList(at, toCandidates(columnsOf(at), 'column')),
  '--sort': async ({path}) =>
    /^fields (?:list|browse)$/.test(path)
      ? toCandidates(
          fieldPaths.flatMap(column => [column, `${column}:desc`]),
          'column',
        )
      : [],
  '--time-zone': async () => toCandidates(['UTC', ...Intl.supportedValuesOf('timeZone')], 'time zone'),
  method: async ({current}) =>
    toCandidates(
      methods.map(method => (/^[a-z]/.test(current) ? method.toLowerCase() : method)),
      'method',
    ),
  path: async ({path, current}) => {
    const slash = current.startsWith('/') ? '/' : '';
    return path === 'api'
      ? toCandidates(
          paths.map(each => `${slash}${each}`),
          'path',
        )
      : [];
  },
  setting: async () => settingNames.map(word => ({word, description: findSetting(word).description})),
  value: async at => {
    const name = settingNames.find(each => each === at.words.at(-1));
    if (name === 'columns.fields') return toList(at, toCandidates(fieldPaths, 'column'));
    const {choices = [], description = ''} = name === undefined ? {} : findSetting(name);
    return toCandidates(choices, description);
  },
};

/** Candidates for a value; `undefined` if there are none to look up. */
export function findValues(at: ValueContext, stored: StoredNames): Promise<readonly Candidate[]> | undefined {
  return Object.hasOwn(finders, at.name) ? finders[at.name]?.(at, stored) : undefined;
}
