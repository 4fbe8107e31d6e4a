import {choosePager} from '../../../app/choose-pager.js';
import type {CommandContext} from '../../../app/command-context.js';
import {createDisplay} from '../../../app/create-display.js';
import {formats} from '../../../output/formats.js';

/**
 * Returns a context that shows all of what a person is to confirm, whatever the columns of the result. Where stdout
 * carries the result for a program, that is text on stderr.
 */
export function createReviewContext<Opened extends CommandContext>(context: Opened): Opened {
  const {format, columns, io, options, settings, reporter, now, zone, signal} = context;
  if (!format.isMachine && !columns) return context;
  const stdout = format.isMachine ? io.stderr : io.stdout;
  const output = {
    format: formats.table,
    columns: undefined,
    isCsvRaw: false,
    csvLineEnd: '\n',
    stdout,
    now,
    zone,
    openPager: format.isMachine ? undefined : choosePager(options, context, settings),
    signal,
  } as const;
  return {
    ...context,
    format: output.format,
    columns: undefined,
    io: {...io, stdout},
    ...createDisplay(output, reporter, stdout, () => undefined),
  };
}
