import {type BizctlError, BrokenPipeError, CancelledError, cancelledMessage, OutputError} from '../base/errors.js';
import type {OutputStream} from '../base/output-stream.js';
import type {Redact, Redaction} from '../base/redaction.js';
import {createSuggester, type Message, type Target, toText} from '../base/suggest-command.js';
import {toPrintable, toPrintableJson} from './printable.js';
import {createProgressLine} from './progress-line.js';
import type {Reporter} from './reporter.js';
import {shortenMessage} from './shorten-message.js';
import {paint} from './theme.js';
import type {Style} from './view.js';
import {loadWidths} from './width-of.js';

export interface ReporterSettings {
  readonly stderr: OutputStream;
  /** True for messages as JSON, except at a terminal. */
  readonly isMachine: boolean;
  readonly isQuiet: boolean;
  readonly isVerbose: boolean;
  readonly secrets: Redaction;
}

export function createReporter({stderr, isQuiet, isVerbose, secrets, ...given}: ReporterSettings): Reporter {
  const {redact, addSecret} = secrets;
  let live: {readonly messages: string[]; readonly showWaiting: (message: string | undefined) => void} | undefined;
  let deferred: BizctlError | undefined;
  let {hasColor} = stderr;
  // A person reads words, whatever the format of the output.
  let isMachine = given.isMachine && !stderr.isTerminal;

  const {write, ...line} = createProgressLine(stderr, redact, () => isQuiet || isMachine);
  const report = async (text: string) => {
    if (live) live.messages.push(text);
    else await write(text);
  };
  const formatMessage = async (label: string, style: Style, message: string) => {
    const text = `${label}: ${toPrintable(shortenMessage(redact(message)))}`;
    const wrapped = stderr.isTerminal ? await wrap(text, stderr.columns) : text;
    return `${paint(`${label}:`, style, hasColor)}${wrapped.slice(label.length + 1)}\n`;
  };
  const toJsonLine = (document: object) => `${toPrintableJson(stringifyRedacted(document, redact))}\n`;

  const createMessages = (prefix: string) => {
    let suggest = createSuggester({});
    const describe = (given: BizctlError) => {
      const error = prefix === '' ? given : given.with({message: `${prefix}${given.message}`});
      return {error, hint: error.details.hint && toText(error.details.hint, suggest)};
    };
    const reportQuietly = async (label: 'note' | 'warning', style: Style, template: Message) => {
      const message = `${prefix}${toText(template, suggest)}`;
      if (!isQuiet)
        await report(isMachine ? toJsonLine({[label]: {message}}) : await formatMessage(label, style, message));
    };
    return {
      setTarget: (target: Target) => {
        suggest = createSuggester(target);
      },
      note: (message: Message) => reportQuietly('note', 'dim', message),
      warn: (message: Message) => reportQuietly('warning', 'warn', message),
      formatError: (given: BizctlError) => {
        const {error, hint} = describe(given);
        if (isMachine) return toJsonLine(toErrorDocument(error, hint)).trimEnd();
        const lines = [`error: ${error.message}`, ...(hint === undefined ? [] : [`hint: ${hint}`])];
        return lines.map(text => toPrintable(redact(text))).join('\n');
      },
      error: async (given: BizctlError) => {
        const {error, hint} = describe(given);
        if (isMachine) return report(toJsonLine(toErrorDocument(error, hint)));
        const message =
          error instanceof CancelledError
            ? `${cancelledMessage}.\n`
            : await formatMessage('error', 'bad', error.message);
        return report(message + (hint === undefined ? '' : await formatMessage('hint', 'dim', hint)));
      },
      showWaiting: async (message: string | undefined) => {
        if (live) live.showWaiting(message);
        else if (message !== undefined) await reportQuietly('note', 'dim', message);
      },
    };
  };

  const unnamed = createMessages('');
  const warned = new Set<string>();
  const shared = {
    redact,
    addSecret,
    setColor: (enabled: boolean) => {
      hasColor = enabled;
    },
    setFormat: (format: {readonly isMachine: boolean}) => {
      isMachine = format.isMachine && !stderr.isTerminal;
    },
    trace: async (message: string) => {
      if (isVerbose) await write(`${paint(toPrintable(redact(message)), 'dim', hasColor)}\n`);
    },
    warnOnce: async (message: string) => {
      if (warned.has(message)) return;
      warned.add(message);
      await unnamed.warn(message);
    },
    deferOutputError: (error: unknown) => {
      if (error instanceof BrokenPipeError) return;
      if (!(error instanceof OutputError)) throw error;
      deferred ??= error;
    },
    findDeferred: () => deferred,
    buffer: (showWaiting: (message: string | undefined) => void) => {
      const messages: string[] = [];
      live = {messages, showWaiting};
      return async () => {
        live = undefined;
        if (messages.length > 0) await write(messages.join(''));
      };
    },
    ...line,
    showPending: (message: string | undefined) => line.showPending(live ? undefined : message),
  };
  const named = (name: string): Reporter => ({
    ...shared,
    ...nameProgress(shared, `${name}: `),
    ...createMessages(`${name}: `),
    named,
  });
  return {...shared, ...unnamed, named};
}

function stringifyRedacted(document: object, redact: Redact): string {
  return JSON.stringify(document, (name, value: unknown) => {
    if (typeof value !== 'string') return value;
    return name === 'message' ? shortenMessage(redact(value)) : redact(value);
  });
}

function nameProgress({showProgress, showPending}: Pick<Reporter, 'showProgress' | 'showPending'>, prefix: string) {
  const withPrefix = (message: string | undefined) => message && `${prefix}${message}`;
  return {
    showProgress: (message: string | undefined) => showProgress(withPrefix(message)),
    showPending: (message: string | undefined) => showPending(withPrefix(message)),
  };
}

async function wrap(text: string, columns: number): Promise<string> {
  const [{wrapMessage}] = await Promise.all([import('./wrap-words.js'), loadWidths()]);
  return wrapMessage(text, columns);
}

/** The JSON error document (design, section 2); members that do not apply are null. */
function toErrorDocument({code, message, details}: BizctlError, hint: string | null = null): object {
  const {retryable = false, status = null, method = null, path = null, request_id = null} = details;
  return {error: {code, message, hint, retryable, status, method, path, request_id}, format_version: 1};
}
