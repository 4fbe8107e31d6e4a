import type {ReporterSettings} from '../output/create-reporter.js';
import type {Format} from '../output/format.js';
import {findFormat, formats} from '../output/formats.js';

/** The options needed to report an error in the command line itself. */
export interface EarlyOptions extends Pick<ReporterSettings, 'isMachine' | 'isQuiet' | 'isVerbose'> {
  /** False after `--no-color`. */
  readonly color: boolean;
}

/** Finds a few options anywhere before `--`. Invalid values are ignored here and rejected by commander later. */
export function readEarlyOptions(
  argv: readonly string[],
  env: {readonly [variable: string]: string | undefined},
): EarlyOptions {
  const words = argv.slice(0, argv.indexOf('--') < 0 ? argv.length : argv.indexOf('--'));
  return {
    isMachine: readFormat(words, env['BIZCTL_OUTPUT']).isMachine,
    isQuiet: words.includes('--quiet'),
    isVerbose: words.includes('--verbose'),
    color: !words.includes('--no-color'),
  };
}

function readFormat(words: readonly string[], fallback: string | undefined): Format {
  if (words.includes('--json') || words.some(word => word === '--jq' || word.startsWith('--jq='))) return formats.json;
  const index = words.indexOf('--output');
  const named =
    words.find(word => word.startsWith('--output='))?.slice('--output='.length) ??
    (index < 0 ? fallback : words[index + 1]);
  return findFormat(named) ?? formats.table;
}
