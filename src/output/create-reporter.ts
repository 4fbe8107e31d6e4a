import {type BizctlError, BrokenPipeError, CancelledError, OutputError} from '../base/errors.js';
import type {OutputStream} from '../base/output-stream.js';
import type {Redaction} from '../base/redaction.js';
import {createSuggester, type Message, toText} from '../base/suggest-command.js';
import {toPrintable, toPrintableJson} from './printable.js';
import type {Reporter} from './reporter.js';
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

const eraseLine = '\r\u001b[2K';

export function createReporter({stderr, isQuiet, isVerbose, secrets, ...given}: ReporterSettings): Reporter {
  const {redact, addSecret} = secrets;
  let live: {readonly messages: string[]; readonly showWaiting: (message: string | undefined) => void} | undefined;
  let progress = '';
  let [explicit, awaited]: [string | undefined, string | undefined] = [undefined, undefined];
  let hasOutput = false;
  let suggest = createSuggester({});
  let deferred: BizctlError | undefined;
  let {hasColor} = stderr;
  // A person reads words, whatever the format of the output.
  let isMachine = given.isMachine && !stderr.isTerminal;

  /** Writes above the progress line. */
  const write = (text: string) => stderr.write(progress === '' ? text : `${eraseLine}${text}${progress}`);
  const report = async (text: string) => {
    if (live) live.messages.push(text);
    else await write(text);
  };
  const formatMessage = (label: string, style: Style, message: string) =>
    `${paint(`${label}:`, style, hasColor)} ${toPrintable(redact(message))}\n`;
  const redactValue = (_name: string, value: unknown) => (typeof value === 'string' ? redact(value) : value);
  const toJsonLine = (document: object) => `${toPrintableJson(JSON.stringify(document, redactValue))}\n`;

  const drawProgress = async () => {
    if (!stderr.canRedraw || isQuiet || isMachine) return;
    const [{cutText}] = await Promise.all([import('./cut-text.js'), loadWidths()]);
    const before = progress;
    const message = explicit ?? awaited;
    const ellipsis = stderr.hasUnicode ? '…' : '...';
    progress = message === undefined ? '' : cutText(toPrintable(redact(message)), stderr.columns - 1, ellipsis);
    if (before !== progress) await stderr.write(`${eraseLine}${progress}`);
  };

  const reportQuietly = async (label: 'note' | 'warning', style: Style, template: Message) => {
    const message = toText(template, suggest);
    if (!isQuiet) await report(isMachine ? toJsonLine({[label]: {message}}) : formatMessage(label, style, message));
  };

  return {
    redact,
    addSecret,
    setColor: enabled => {
      hasColor = enabled;
    },
    setFormat: format => {
      isMachine = format.isMachine && !stderr.isTerminal;
    },
    setTarget: target => {
      suggest = createSuggester(target);
    },
    note: message => reportQuietly('note', 'dim', message),
    warn: message => reportQuietly('warning', 'warn', message),
    trace: async message => {
      if (isVerbose) await write(`${paint(toPrintable(redact(message)), 'dim', hasColor)}\n`);
    },
    error: error => {
      const hint = error.details.hint && toText(error.details.hint, suggest);
      if (isMachine) return report(toJsonLine(toErrorDocument(error, hint)));
      const message =
        error instanceof CancelledError
          ? 'Cancelled; nothing was changed.\n'
          : formatMessage('error', 'bad', error.message);
      return report(message + (hint === undefined ? '' : formatMessage('hint', 'dim', hint)));
    },
    deferOutputError: error => {
      if (error instanceof BrokenPipeError) return;
      if (!(error instanceof OutputError)) throw error;
      deferred ??= error;
    },
    findDeferred: () => deferred,
    buffer: showWaiting => {
      const messages: string[] = [];
      live = {messages, showWaiting};
      return async () => {
        live = undefined;
        if (messages.length > 0) await write(messages.join(''));
      };
    },
    showWaiting: async message => {
      if (live) live.showWaiting(message);
      else if (message !== undefined) await reportQuietly('note', 'dim', message);
    },
    showProgress: message => {
      explicit = message;
      return drawProgress();
    },
    showPending: async message => {
      awaited = hasOutput || live ? undefined : message;
      if (explicit === undefined) await drawProgress();
    },
    beginOutput: async () => {
      hasOutput = true;
      if (awaited === undefined) return;
      awaited = undefined;
      await drawProgress();
    },
  };
}

/** The JSON error document (design, section 2); members that do not apply are null. */
function toErrorDocument({code, message, details}: BizctlError, hint: string | null = null): object {
  const {retryable = false, status = null, method = null, path = null, request_id = null} = details;
  return {error: {code, message, hint, retryable, status, method, path, request_id}, format_version: 1};
}
