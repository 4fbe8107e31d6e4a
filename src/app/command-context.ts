import type {Context} from '../base/context.js';
import {cannotCombine, UsageError} from '../base/errors.js';
import {inChoice} from '../base/in-series.js';
import {isOn} from '../base/is-on.js';
import type {Confirm, Prompts} from '../base/prompts.js';
import type {Format, OutputSettings} from '../output/format.js';
import {findFormat, formatNames, formatsWith} from '../output/formats.js';
import {openInertStream} from '../output/inert-commands.js';
import {overrideStream} from '../output/map-stream.js';
import type {Reporter} from '../output/reporter.js';
import type {StoredSettings} from '../profile/stored-settings.js';
import {choosePager} from './choose-pager.js';
import {createDisplay} from './create-display.js';
import type {Display} from './display.js';
import type {GlobalOptions} from './global-options.js';
import {readSettings} from './open-settings.js';
import {parseColumns, readColumns} from './parse-columns.js';
import {resolveSetting, settingNames} from './settings.js';

/** The part of a commander command that opening a context needs. */
export interface ParsedCommand {
  readonly optsWithGlobals: () => GlobalOptions;
  readonly parent?: {readonly name: () => string} | null;
}

/** The context of a command without API access: the outside world, prompts and output. */
export interface CommandContext extends Omit<Context, 'openEditor'>, Display {
  readonly reporter: Reporter;
  readonly options: GlobalOptions;
  readonly format: Format;
  /** The settings of `bizctl config`. */
  readonly settings: StoredSettings;
  /** `--columns`, in the order given. */
  readonly columns: readonly string[] | undefined;
  /**
   * Returns a prompt for confirmation, which `--yes` skips.
   *
   * @throws UsageError without a terminal
   */
  readonly openConfirm: () => Confirm;
  /** Lets the user edit a file in their editor; `undefined` without a terminal. */
  readonly openEditor: ((path: string) => Promise<void>) | undefined;
  /** `undefined` without a terminal, or with `--no-input`. */
  readonly prompts: Prompts | undefined;
}

/**
 * The format: `--output`, else `BIZCTL_OUTPUT`, else the setting, else a table.
 *
 * @throws UsageError for an unknown format, or one that does not support `--jq`
 */
async function resolveFormat(
  options: GlobalOptions,
  {env, withDefaultSignals}: Context,
  settings: StoredSettings,
): Promise<Format> {
  if (options.json && options.output !== undefined && options.output !== 'json')
    throw cannotCombine('--json', `--output ${options.output}`);
  const configured = resolveSetting('output', env, settings);
  // The output of jq is JSON unless the command line sets another format; the configured one does not.
  const fallback = options.jq === undefined ? configured.value : 'json';
  const name = options.json ? 'json' : (options.output ?? fallback);
  const format = findFormat(name);
  // Commander has checked --output, so the name is configured.
  if (!format)
    throw new UsageError(
      `unknown output format ${JSON.stringify(name)} (from ${configured.source})`,
      configured.source === 'config'
        ? suggest => `To remove it, run: ${suggest('config', 'unset', 'output', '--output', 'table')}`
        : `Use one of: ${formatNames.join(', ')}.`,
    );
  if (options.raw && options.jq === undefined) throw new UsageError('--raw needs --jq', 'Add --jq PROGRAM.');
  if (options.jq === undefined) return format;
  if (!format.jq)
    throw cannotCombine(
      '--jq',
      `--output ${name}`,
      `Use --output ${inChoice(formatsWith(({jq}) => jq !== undefined))}.`,
    );
  const {pipeThroughJq} = await import('../output/jq.js');
  return pipeThroughJq(format, {
    expression: options.jq,
    isRaw: options.raw === true,
    env: withoutToken(env),
    withDefaultSignals,
  });
}

/** Traces the stored settings that neither a flag nor the environment overrides. */
async function traceSettings(
  {json, output, jq, columns}: GlobalOptions,
  {env}: Context,
  settings: StoredSettings,
  reporter: Reporter,
): Promise<void> {
  for (const name of settingNames) {
    const {value, source} = resolveSetting(name, env, settings);
    const isOverridden =
      (name === 'output' && (json ?? output ?? jq) !== undefined) ||
      (name.startsWith('columns.') && columns !== undefined);
    if (source === 'config' && !isOverridden) await reporter.trace(`${name} ${value} (from config)`);
  }
}

/** Why nobody can answer a question. */
export function whyUnanswered(
  {input}: GlobalOptions,
  {io, prompts, env}: Pick<Context, 'io' | 'prompts' | 'env'>,
): string {
  if (input === false && (prompts || io.stdin.isTerminal)) return ' with --no-input';
  if (isOn(env['CI']) && io.stdin.isTerminal) return ' while CI is set';
  return io.stderr.isTerminal && !io.stdin.isTerminal ? ': stdin is not a terminal' : ' without a terminal';
}

function withoutToken(env: Context['env']): Context['env'] {
  const token = env['BIZCTL_TOKEN'] || undefined;
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) => name !== 'BIZCTL_TOKEN' && (token === undefined || !value?.includes(token)),
    ),
  );
}

export async function readCommandSettings(
  command: ParsedCommand,
  context: Context,
  reporter: Reporter,
): Promise<StoredSettings> {
  const options = command.optsWithGlobals();
  reporter.setTarget(options);
  const settings = await readSettings(context, reporter, command.parent?.name() === 'config');
  await traceSettings(options, context, settings, reporter);
  return settings;
}

export async function openCommandContext(
  command: ParsedCommand,
  context: Context,
  reporter: Reporter,
  settings: StoredSettings,
): Promise<CommandContext> {
  const options = command.optsWithGlobals();
  reporter.setTarget(options);
  const format = await resolveFormat(options, context, settings);
  reporter.setFormat(format);
  if (settings['color'] === 'never') reporter.setColor(false);
  const stdout =
    settings['color'] === 'never' ? overrideStream(context.io.stdout, {hasColor: false}) : context.io.stdout;
  const {openEditor} = context;
  const prompts = options.input === false ? undefined : context.prompts;
  const columns = options.columns === undefined ? undefined : parseColumns(options.columns, '--columns');
  const output: OutputSettings = {
    format,
    columns,
    isCsvRaw: options.csvRaw === true,
    csvLineEnd: options.csvLf === true ? '\n' : '\r\n',
    stdout: format.isTabular || options.raw ? stdout : openInertStream(stdout, context.env),
    now: context.now,
    zone: context.zone,
    openPager: choosePager(options, context, settings),
    signal: context.signal,
  };
  return {
    ...context,
    io: {...context.io, stdout},
    openEditor: openEditor && (path => openEditor(path, resolveSetting('editor', context.env, settings).value)),
    settings,
    reporter,
    options,
    format,
    columns,
    prompts,
    openConfirm: () => {
      if (!options.yes && !prompts)
        throw new UsageError(`cannot ask for confirmation${whyUnanswered(options, context)}`, 'Pass --yes to confirm.');
      return async (...question) => {
        if (!options.yes) await prompts?.confirm(...question);
        reporter.endOutput();
      };
    },
    ...createDisplay(output, reporter, stdout, name => readColumns(settings, name)),
  };
}
