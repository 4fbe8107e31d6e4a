import type {BizctlError} from '../base/errors.js';
import type {OutputStream} from '../base/output-stream.js';
import type {Redact, Redaction} from '../base/redaction.js';
import type {Format} from './format.js';
import {toHarmlessJson, toPrintable} from './printable.js';
import {paint} from './theme.js';
import type {Style} from './view.js';

/** All that is said on stderr: the one place where it is masked, made printable, and put into words or JSON. */
export interface Reporter {
  /** Something worth knowing about what was done; `--quiet` turns it off. */
  readonly note: (message: string) => Promise<void>;
  /** Something that will hurt later; `--quiet` turns it off. */
  readonly warn: (message: string) => Promise<void>;
  /** Requests and where values came from, for `--verbose`. */
  readonly trace: (message: string) => Promise<void>;
  readonly error: (error: BizctlError) => Promise<void>;
  /** From now on all but traces waits, as something is drawn that they would tear apart; calling what it returns says them. */
  readonly buffer: (onWait: (message: string | undefined) => void) => () => Promise<void>;
  /** Why nothing happens for a while, `undefined` when it goes on: where something is drawn as a part of it, else as a note. */
  readonly showWaiting: (message: string | undefined) => Promise<void>;
  /** How far the work is: one line at the end of the screen, written anew each time; gone with `undefined`. Nothing where nothing can be redrawn. */
  readonly showProgress: (message: string | undefined) => Promise<void>;
  /** For words that are cut before they come here: what is to be hidden must be gone before. */
  readonly redact: Redact;
  /** From now on this is hidden as well. */
  readonly addSecret: (secret: string) => void;
}

export interface ReporterSettings {
  readonly stderr: OutputStream;
  readonly format: Format;
  readonly isQuiet: boolean;
  readonly isVerbose: boolean;
  readonly secrets: Redaction;
}

const eraseLine = '\r\u001b[2K';

export function createReporter({stderr, format, isQuiet, isVerbose, secrets}: ReporterSettings): Reporter {
  const {redact} = secrets;
  let held: (() => Promise<void>)[] | undefined;
  let showWait: ((message: string | undefined) => void) | undefined;
  const sayNowOrLater = async (sayIt: () => Promise<void>) => {
    if (held) held.push(sayIt);
    else await sayIt();
  };
  let progress = '';
  /** Lines above the progress. */
  const write = (lines: string) => stderr.write(progress === '' ? lines : `${eraseLine}${lines}${progress}`);
  const say = (label: string, style: Style, message: string) =>
    write(`${paint(`${label}:`, style, stderr.hasColor)} ${toPrintable(redact(message))}\n`);
  const sayJson = (document: object) =>
    write(
      `${toHarmlessJson(JSON.stringify(document, (_name, value: unknown) => (typeof value === 'string' ? redact(value) : value)))}\n`,
    );
  const isMachine = format !== 'table';

  const note = async (message: string) => {
    if (isQuiet) return;
    await sayNowOrLater(() => (isMachine ? sayJson({note: {message}}) : say('note', 'dim', message)));
  };

  return {
    redact,
    showWaiting: async message => {
      if (showWait) showWait(message);
      else if (message !== undefined) await note(message);
    },
    showProgress: async message => {
      if (!stderr.canRedraw || isQuiet || isMachine) return;
      const before = progress;
      const {fitText} = await import('./fit.js');
      const ellipsis = stderr.hasUnicode ? '…' : '...';
      progress =
        message === undefined ? '' : fitText(toPrintable(redact(message)), stderr.columns - 1, {ellipsis}).trimEnd();
      if (before !== '' || progress !== '') await stderr.write(`${eraseLine}${progress}`);
    },
    addSecret: secrets.addSecret,
    buffer: onWait => {
      const waiting: (() => Promise<void>)[] = [];
      held = waiting;
      showWait = onWait;
      return async () => {
        held = undefined;
        showWait = undefined;
        for (const sayIt of waiting) await sayIt();
      };
    },
    note,
    warn: async message => {
      if (isQuiet) return;
      await sayNowOrLater(() => (isMachine ? sayJson({warning: {message}}) : say('warning', 'warn', message)));
    },
    trace: async message => {
      if (isVerbose) await write(`${paint(toPrintable(redact(message)), 'dim', stderr.hasColor)}\n`);
    },
    error: error =>
      sayNowOrLater(async () => {
        if (isMachine) return sayJson(toErrorDocument(error));
        await say('error', 'bad', error.message);
        if (error.details.hint !== undefined) await say('hint', 'dim', error.details.hint);
      }),
  };
}

/** The error as machines get it (design, section 2); members that do not apply are null. */
function toErrorDocument({code, message, details}: BizctlError): object {
  const {hint = null, retryable = false, status = null, method = null, path = null, request_id = null} = details;
  return {error: {code, message, hint, retryable, status, method, path, request_id}, format_version: 1};
}
