import {createRoot} from '../app/global-options.js';
import {environment} from './environment.js';
import {describeExitCode, exitCodes} from './exit-codes.js';
import {browse} from './help/topics/browse.js';
import {dates} from './help/topics/dates.js';
import {fieldsFiles} from './help/topics/fields-files.js';
import {formatting} from './help/topics/formatting.js';
import {pipelines} from './help/topics/pipelines.js';
import {sandbox} from './help/topics/sandbox.js';
import {tenants} from './help/topics/tenants.js';
import type {Topic} from './help/topics/topic.js';

/** The topics of `bizctl help TOPIC`. Each has a page in the manual as well. */
export const helpTopics: {readonly [name: string]: Topic} = {
  'fields-files': fieldsFiles,
  pipelines,
  tenants,
  sandbox,
  dates,
  browse,
  formatting,
  'exit-codes': {
    summary: 'what each exit code means and what to do',
    rows: exitCodes.map(code => [String(code.exit), describeExitCode(code)]),
  },
  environment: {
    summary: 'the environment variables that bizctl reads',
    rows: environment.map(({variable, meaning}) => [variable, meaning]),
  },
  options: {
    summary: 'the options that commands share',
    rows: createRoot().options.map(({flags, description}) => [flags, description]),
  },
};
