import type {Topic} from './help/topics/topic.js';

interface TopicEntry {
  readonly summary: string;
  readonly load: () => Promise<Topic>;
}

/** The topics of `bizctl help TOPIC`. Each has a page in the manual as well. */
export const helpTopics: {readonly [name: string]: TopicEntry} = {
  'fields-files': {
    summary: 'fields files: members, comparison, CSV',
    load: async () => (await import('./help/topics/fields-files.js')).fieldsFiles,
  },
  pipelines: {
    summary: 'plan, apply and undo in CI jobs',
    load: async () => (await import('./help/topics/pipelines.js')).pipelines,
  },
  tenants: {
    summary: 'base URLs, tokens, profiles and retries',
    load: async () => (await import('./help/topics/tenants.js')).tenants,
  },
  sandbox: {
    summary: 'the embedded sandbox and its faults',
    load: async () => (await import('./help/topics/sandbox.js')).sandbox,
  },
  dates: {
    summary: 'date phrases and their readings',
    load: async () => (await import('./help/topics/dates.js')).dates,
  },
  browse: {
    summary: 'the keys of fields browse and deals browse',
    load: async () => (await import('./help/topics/browse.js')).browse,
  },
  formatting: {
    summary: 'tables, JSON, columns and the pager',
    load: async () => (await import('./help/topics/formatting.js')).formatting,
  },
  'exit-codes': {
    summary: 'what each exit code means and what to do',
    load: async () => {
      const {describeExitCode, exitCodes} = await import('./exit-codes.js');
      return {rows: exitCodes.map(code => [String(code.exit), describeExitCode(code)])};
    },
  },
  environment: {
    summary: 'the environment variables that bizctl reads',
    load: async () => {
      const {environment} = await import('./environment.js');
      return {rows: environment.map(({variable, meaning}) => [variable, meaning])};
    },
  },
  options: {
    summary: 'the options that commands share',
    load: async () => {
      const {createRoot} = await import('../app/global-options.js');
      return {rows: createRoot().options.map(({flags, description}) => [flags, description])};
    },
  },
};
