import {formats} from '../output/formats.js';
import type {CommandContext} from './command-context.js';
import {createDisplay} from './create-display.js';

/**
 * Returns a context that shows what a person is to confirm. Where stdout carries the result for a program, that is text
 * on stderr.
 */
export function createReviewContext<Opened extends CommandContext>(context: Opened): Opened {
  const {format, io, reporter, now, zone, signal} = context;
  if (!format.isMachine) return context;
  const output = {
    format: formats.table,
    columns: undefined,
    isCsvRaw: false,
    csvLineEnd: '\n',
    stdout: io.stderr,
    now,
    zone,
    openPager: undefined,
    signal,
  } as const;
  return {
    ...context,
    format: output.format,
    columns: undefined,
    io: {...io, stdout: io.stderr},
    ...createDisplay(output, reporter, io.stderr, () => undefined),
  };
}
