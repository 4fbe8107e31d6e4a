import {CommanderError} from '@commander-js/extra-typings';
import type {CachedField} from '../../app/field-cache.js';
import type {Root} from '../../app/global-options.js';
import {noProfiles, readProfiles} from '../../app/open-profiles.js';
import {sandboxAddress} from '../../app/sandbox-address.js';
import type {Context} from '../../base/context.js';
import {BizctlError} from '../../base/errors.js';
import type {Reporter} from '../../output/reporter.js';
import type {StoredProfiles} from '../../profile/stored-profiles.js';
import {helpTopics} from '../help-topics.js';
import type {Candidate, StoredNames} from './candidate.js';

/**
 * Finds stored names for the tenant of the command line. Unreadable files count as empty, because completion prints no
 * errors.
 */
export function createStoredNames(
  root: Root,
  words: readonly string[],
  context: Context,
  reporter: Reporter,
): StoredNames {
  const read = (): Promise<StoredProfiles> => withFallback(() => readProfiles(context, reporter), noProfiles);

  return {
    topics: Object.entries(helpTopics).map(([word, {summary}]) => ({word, description: summary})),
    profiles: async () => {
      const {profiles} = await read();
      return Object.entries(profiles).map(([word, {base_url}]) => ({word, description: base_url}));
    },
    runs: () =>
      withFallback(async () => {
        const {listRunIds} = await import('../../app/run-directory.js');
        return (await listRunIds(context)).slice(0, maxRuns).map(word => ({word, description: 'run'}));
      }, []),
    fields: allowsBareNames =>
      withFallback(async () => {
        const [{resolveConnection}, {readCachedFields}] = await Promise.all([
          import('../../profile/resolve-connection.js'),
          import('../../app/field-cache.js'),
        ]);
        const flags = readFlags(root, words);
        const connection =
          flags.sandbox === undefined
            ? await resolveConnection(flags, context.env, read)
            : {baseUrl: new URL(sandboxAddress), token: undefined};
        const fields = await readCachedFields(context, {connection, sandbox: flags.sandbox});
        return toCandidates(fields, words.at(-1) ?? '', allowsBareNames);
      }, []),
  };
}

/** How many of the latest runs are offered. */
const maxRuns = 30;

async function withFallback<Value>(work: () => Promise<Value>, fallback: Value): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BizctlError || error instanceof CommanderError) return fallback;
    throw error;
  }
}

/** Reads global options anywhere in the line; commander ignores those of subcommands here. */
function readFlags(root: Root, words: readonly string[]): ReturnType<Root['opts']> {
  root.parseOptions([...words]);
  return root.opts();
}

/** Offers names, and ids once the word has begun. */
function toCandidates(fields: readonly CachedField[], current: string, allowsBareNames: boolean): readonly Candidate[] {
  const names = fields.filter(({name}) => name !== '');
  const takesBare = allowsBareNames && !current.startsWith('name:');
  // Bare, these would be taken for options, for other names, or for the `:file` marker of the scripts.
  const toWord = (name: string) => (takesBare && !/^(?:-|:|name:)/.test(name) ? name : `name:${name}`);
  return [
    ...names.map(({name, label, id}) => ({word: toWord(name), description: label || id})),
    ...(current === '' && names.length > 0 ? [] : fields.map(({id, name}) => ({word: id, description: name}))),
  ];
}
