import type {Format} from '../output/format.js';
import {findFormat, formats} from '../output/formats.js';

/** What has to be known of a command line before commander reads it: how to report that it cannot be read. */
export interface EarlyOptions {
  /** True for a format that programs read. */
  readonly isMachine: boolean;
  readonly isQuiet: boolean;
  readonly isVerbose: boolean;
  /** False after `--no-color`. */
  readonly color: boolean;
}

/** Looks for a few options, wherever they stand before `--`. What it cannot read, commander refuses later. */
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

function readFormat(words: readonly string[], usual: string | undefined): Format {
  if (words.includes('--json') || words.some(word => word === '--jq' || word.startsWith('--jq='))) return formats.json;
  const place = words.indexOf('--output');
  const named =
    words.find(word => word.startsWith('--output='))?.slice('--output='.length) ??
    (place < 0 ? usual : words[place + 1]);
  return findFormat(named) ?? formats.table;
}
