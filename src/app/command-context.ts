import type {Confirm, Context, Prompts} from '../base/context.js';
import {UsageError} from '../base/errors.js';
import type {OpenPager} from '../base/output-stream.js';
import type {Format, OutputSettings} from '../output/format.js';
import {findFormat, formatNames} from '../output/formats.js';
import {openInertStream} from '../output/inert-commands.js';
import type {Reporter} from '../output/reporter.js';
import {createDisplay, type Display} from './display.js';
import type {GlobalOptions} from './global-options.js';

/** The part of a commander command that opening a context needs. */
export interface Invocation {
  readonly optsWithGlobals: () => GlobalOptions;
}

/** The context of a command without API access: the outside world, prompts and output. */
export interface CommandContext extends Context, Display {
  readonly reporter: Reporter;
  readonly options: GlobalOptions;
  readonly format: Format;
  /** `--columns`, in the order given. */
  readonly columns: readonly string[] | undefined;
  /**
   * Returns a prompt for confirmation, which `--yes` skips.
   *
   * @throws UsageError without a terminal
   */
  readonly openConfirm: () => Confirm;
  /** `undefined` without a terminal, or with `--no-input`. */
  readonly prompts: Prompts | undefined;
}

/**
 * The format: `--output`, else `BIZCTL_OUTPUT`, else a table.
 *
 * @throws UsageError for an unknown format, or one that does not support `--jq`
 */
async function resolveFormat(options: GlobalOptions, {env, block}: Context): Promise<Format> {
  if (options.json && options.output !== undefined && options.output !== 'json') {
    throw new UsageError(`--json cannot be combined with --output ${options.output}`, 'Use only one of them.');
  }
  // The output of jq is JSON unless the command line sets another format; BIZCTL_OUTPUT does not.
  const fallback = options.jq === undefined ? env['BIZCTL_OUTPUT'] || 'table' : 'json';
  const name = options.json ? 'json' : (options.output ?? fallback);
  const format = findFormat(name);
  if (!format)
    throw new UsageError(`unknown output format ${JSON.stringify(name)}`, `Use one of: ${formatNames.join(', ')}.`);
  if (options.raw && options.jq === undefined) throw new UsageError('--raw needs --jq', 'Add --jq PROGRAM.');
  if (options.jq === undefined) return format;
  if (!format.jq)
    throw new UsageError(`--jq cannot be combined with --output ${name}`, 'Use --json or --output ndjson.');
  const {pipeThroughJq} = await import('../output/jq.js');
  return pipeThroughJq(format, {
    expression: options.jq,
    isRaw: options.raw === true,
    env: withoutToken(env),
    block,
  });
}

function withoutToken(env: Context['env']): Context['env'] {
  const token = env['BIZCTL_TOKEN'] || undefined;
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) => name !== 'BIZCTL_TOKEN' && (token === undefined || !value?.includes(token)),
    ),
  );
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

export async function openCommandContext(
  invocation: Invocation,
  context: Context,
  reporter: Reporter,
): Promise<CommandContext> {
  const options = invocation.optsWithGlobals();
  reporter.useTarget(options);
  const format = await resolveFormat(options, context);
  const prompts = options.input === false ? undefined : context.prompts;
  const columns = parseColumns(options.columns);
  const settings: OutputSettings = {
    format,
    columns,
    isCsvRaw: options.csvRaw === true,
    csvLineEnd: options.csvLf === true ? '\n' : '\r\n',
    stdout: format.isExact || options.raw ? context.io.stdout : openInertStream(context.io.stdout, context.env),
    now: context.now,
    zone: context.zone,
    openPager: choosePager(options, context),
  };
  return {
    ...context,
    reporter,
    options,
    format,
    columns,
    prompts,
    openConfirm: () => openConfirm(options, prompts),
    ...createDisplay(settings, reporter, context.io.stdout),
  };
}

/** The user's pager, or `undefined` when paging or input is off. */
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
