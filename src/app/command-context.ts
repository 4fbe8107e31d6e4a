import type {Confirm, Context, Prompts} from '../base/context.js';
import {UsageError} from '../base/errors.js';
import type {OpenPager} from '../base/output-stream.js';
import {type Format, formats, isFormat} from '../output/format.js';
import type {JqProgram} from '../output/jq.js';
import type {Reporter} from '../output/reporter.js';
import type {Display} from './display.js';
import type {GlobalOptions} from './global-options.js';

/** A command, as far as its options go. */
export interface Invocation {
  readonly optsWithGlobals: () => GlobalOptions;
}

/** What a command works with that asks no API: the outside world, and ways to ask a person and to show what came of it. */
export interface CommandContext extends Context, Display {
  readonly reporter: Reporter;
  readonly options: GlobalOptions;
  readonly format: Format;
  /**
   * Asks before something that cannot be undone; with `--yes` it does not ask.
   *
   * @throws UsageError without a terminal
   */
  readonly openConfirm: () => Confirm;
  /** The ways to ask; `undefined` when nobody can answer. */
  readonly prompts: Prompts | undefined;
}

export type OpenCommandContext = (invocation: Invocation) => Promise<CommandContext>;

/**
 * `--output`, or `BIZCTL_OUTPUT`, or a table.
 *
 * @throws UsageError for a format that there is not
 */
function resolveFormat(options: GlobalOptions, env: Context['env']): Format {
  if (options.json && options.output !== undefined && options.output !== 'json') {
    throw new UsageError(`--json cannot be combined with --output ${options.output}`, 'Use one of them.');
  }
  // What goes through jq is JSON, unless the command line says otherwise.
  const usual = options.jq === undefined ? env['BIZCTL_OUTPUT'] || 'table' : 'json';
  const format = options.json ? 'json' : (options.output ?? usual);
  if (!isFormat(format))
    throw new UsageError(`unknown output format ${JSON.stringify(format)}`, `Use one of: ${formats.join(', ')}.`);
  return format;
}

function parseColumns(text: string | undefined): readonly string[] | undefined {
  const columns = text?.split(',').map(column => column.trim());
  if (columns?.includes(''))
    throw new UsageError(
      '--columns contains an empty name',
      'Use a list such as: --columns id,name,type.primitive_type',
    );
  return columns;
}

export function createCommandContextOpener(context: Context, reporter: Reporter): OpenCommandContext {
  return async invocation => {
    const options = invocation.optsWithGlobals();
    const format = resolveFormat(options, context.env);
    const columns = parseColumns(options.columns);
    const jq = await openJq(options, format, context.block);
    const prompts = options.input === false ? undefined : context.prompts;
    const {createDisplay} = await import('./display.js');
    const {now, zone, io} = context;
    const settings = {
      format,
      columns,
      jq,
      isCsvRaw: options.csvRaw === true,
      stdout: io.stdout,
      now,
      zone,
      openPager: choosePager(options, context),
    };
    return {
      ...context,
      reporter,
      options,
      format,
      prompts,
      openConfirm: () => openConfirm(options, prompts),
      ...createDisplay(settings, reporter),
    };
  };
}

/** @throws UsageError for what is no program of jq, or a format that its results have no place in */
async function openJq({jq}: GlobalOptions, format: Format, block: Context['block']): Promise<JqProgram | undefined> {
  if (jq === undefined) return undefined;
  if (format !== 'json' && format !== 'ndjson')
    throw new UsageError(`--jq cannot be combined with --output ${format}`, 'Use --json or --output ndjson.');
  const {compileJq} = await import('../output/jq.js');
  return compileJq(jq, block);
}

/** The pager of the user's choice; none where nobody can leave it. */
function choosePager({input, pager}: GlobalOptions, {env, openPager}: Context): OpenPager | undefined {
  const command = env['BIZCTL_PAGER'] ?? env['PAGER'] ?? 'less';
  if (input === false || pager === false || !openPager || ['', 'cat'].includes(command.trim())) return undefined;
  return () => openPager(command);
}

function openConfirm({yes}: GlobalOptions, prompts: Prompts | undefined): Confirm {
  if (yes) return async () => {};
  if (!prompts)
    throw new UsageError(
      'cannot ask for confirmation without a terminal',
      'Pass --yes to go ahead without being asked.',
    );
  return prompts.confirm;
}
