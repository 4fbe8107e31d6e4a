import {AuthError, BizctlError, CancelledError, InterruptedError} from '../../base/errors.js';
import {createSuggester, type Message, type SuggestCommand, toText} from '../../base/suggest-command.js';
import {createHttpClient} from '../../http/http-client.js';
import {toPrintable} from '../../output/printable.js';
import type {Reporter} from '../../output/reporter.js';
import type {Style} from '../../output/view.js';
import type {ApiContext} from '../api-context.js';
import type {BrowseState} from './state.js';

/** A message to be printed once the browser is left. */
export interface SessionNote {
  readonly kind: 'note' | 'warning' | 'error';
  readonly text: string;
  /** True if it was printed already, while the browser was suspended. */
  readonly isPrinted?: true;
}

/** The state of an open browser, and its messages. */
export interface BrowseSession {
  readonly state: () => BrowseState;
  readonly update: (state: BrowseState) => void;
  /** Shows a message in the status line. */
  readonly say: (text: string, style?: Style) => void;
  /** The message of an error, with its hint; anything but an error for the user is thrown. */
  readonly noteFailure: (error: unknown) => string;
  /** The context of writes: their messages go to the status line, since others would break the screen. */
  readonly context: ApiContext;
  /** The context of an edit, which has the terminal to itself. */
  readonly editContext: ApiContext;
  readonly suggest: SuggestCommand;
  /** Cancels writes that were not sent yet, and soon those in progress. */
  readonly stopWrites: () => void;
  /** Starts to buffer messages, as the screen is drawn; `release` prints them. */
  readonly buffer: () => void;
  readonly release: () => Promise<void>;
  /** Notes, warnings and errors of writes, such as how to undo, to print after the browser closes. */
  readonly notes: readonly SessionNote[];
  /** Shows a note, and keeps it for after the browser closes. */
  readonly report: (kind: SessionNote['kind'], text: string) => void;
}

/** @param redraw called soon after the state has changed, once for several changes */
export function openSession(given: ApiContext, first: BrowseState, redraw: () => void): BrowseSession {
  const {reporter, options} = given;
  const suggest = createSuggester(options);
  // The browser shows what is written, also with --quiet, which would print ids instead.
  const {quiet: _quiet, ...loud} = options;
  const shown = {...given, options: loud};
  const notes: SessionNote[] = [];
  const stopping = new AbortController();
  const signal = AbortSignal.any([given.signal, stopping.signal]);
  let state = first;
  let isDrawing = false;
  let release: (() => Promise<void>) | undefined;

  const update = (changed: BrowseState) => {
    state = changed;
    if (isDrawing) return;
    isDrawing = true;
    setImmediate(() => {
      isDrawing = false;
      redraw();
    });
  };
  const say = (text: string, style?: Style) =>
    update({...state, message: {text: toPrintable(reporter.redact(text)), style}});
  /** Shows in place of the last message what a write waits for; `undefined` when it goes on. */
  const showWait = (message: string | undefined) => {
    if (state.mode.kind !== 'busy') return;
    if (message === undefined) update({...state, message: undefined});
    else say(message);
  };
  const styles = {note: undefined, warning: 'warn', error: 'bad'} as const;
  const report = (kind: SessionNote['kind'], text: string) => {
    notes.push({kind, text});
    say(text, styles[kind]);
  };
  const keeping =
    <Given extends Message | BizctlError>(kind: SessionNote['kind'], print: (given: Given) => Promise<void>) =>
    async (given: Given) => {
      const text = given instanceof BizctlError ? given.message : toText(given, suggest);
      notes.push({kind, text, isPrinted: true});
      await print(given);
    };
  const warned = new Set<string>();
  const once = (warn: (message: string) => Promise<void>) => async (message: string) => {
    if (!warned.has(message)) await warn(message);
    warned.add(message);
  };
  const editReporter: Reporter = {
    ...reporter,
    note: keeping('note', reporter.note),
    warn: keeping('warning', reporter.warn),
    warnOnce: once(keeping('warning', reporter.warnOnce)),
    error: keeping('error', reporter.error),
  };
  const statusReporter: Reporter = {
    ...reporter,
    note: async message => report('note', toText(message, suggest)),
    warn: async message => report('warning', toText(message, suggest)),
    error: async error => report('error', error.message),
    warnOnce: once(async message => report('warning', message)),
    // Progress is shown by the screen.
    showProgress: async message => showWait(message),
  };
  return {
    state: () => state,
    update,
    say,
    noteFailure: error => {
      if (!(error instanceof BizctlError)) throw error;
      const {hint} = error.details;
      const advice = hint === undefined ? '' : toText(hint, suggest);
      // After a 401, every write would be rejected as well; a 403 may concern only this one.
      if (error instanceof AuthError && error.details.status !== 403)
        update({...state, readOnly: error.details.status === 401 && advice ? advice : 'The API rejected the token.'});
      const message = error instanceof CancelledError ? 'The edit was cancelled' : error.message;
      return `${message}${advice === '' ? '' : `. ${advice}`}`;
    },
    context: {...shown, reporter: statusReporter, signal, http: createHttpClient({...given.http.settings, signal})},
    stopWrites: () => stopping.abort(new InterruptedError()),
    editContext: {...shown, reporter: editReporter},
    suggest,
    buffer: () => {
      release = reporter.buffer(message => {
        if (state.reading.state === 'reading') update({...state, reading: {...state.reading, message}});
        showWait(message);
      });
    },
    release: async () => {
      await release?.();
      release = undefined;
    },
    notes,
    report,
  };
}
