import {BizctlError, BrokenPipeError, OutputError} from '../base/errors.js';
import {describeSystemError, isBrokenPipe, isDiskFull} from '../base/inspect-error.js';
import type {OutputStream} from '../base/output-stream.js';

/** A Node stream that is opened on first use, because opening it takes longer than a short command. */
export interface StreamSource {
  readonly isTerminal: boolean;
  readonly isFile: boolean;
  readonly open: () => NodeJS.WriteStream;
  /** Replaces the stream's own write. */
  readonly write?: ((piece: string | Uint8Array) => Promise<void>) | undefined;
}

/** The terminal, if the stream is one. */
export interface TerminalFeatures extends Pick<OutputStream, 'hasColor' | 'hasUnicode' | 'canRedraw'> {
  /** Calls the listener whenever the process resumes after being stopped; returns the function that unsubscribes. */
  readonly onContinued: (listener: () => void) => () => void;
  /** Once it aborts, nobody waits for a reader that does not read. */
  readonly signal: AbortSignal;
}

/** How long a write may be pending after an interruption. */
const maxPendingMs = 500;
/** In UTF-16 code units. */
const maxPartLength = 1_000_000;

export function openOutput(source: StreamSource, settings: TerminalFeatures): OutputStream {
  return openStream(source, settings, write => write);
}

/** Opens stderr. Failed writes are ignored: there is nowhere to report them, and the work continues. */
export function openMessages(source: StreamSource, settings: TerminalFeatures): OutputStream {
  return openStream(source, settings, write => text => write(text).catch(() => undefined));
}

function openStream(
  {isTerminal, isFile, open, write}: StreamSource,
  {hasColor, hasUnicode, canRedraw, onContinued, signal}: TerminalFeatures,
  adapt: (write: OutputStream['write']) => OutputStream['write'],
): OutputStream {
  let opened: NodeJS.WriteStream | undefined;
  const stream = () => {
    // The callback of each write reports errors; without a listener Node would exit.
    opened ??= open().on('error', () => {});
    return opened;
  };
  return {
    isTerminal,
    isFile,
    get columns() {
      return stream().columns || 80;
    },
    get rows() {
      return stream().rows || 24;
    },
    hasColor: isTerminal && hasColor,
    hasUnicode,
    canRedraw: isTerminal && canRedraw,
    onDisturbed: listener => {
      const resized = () => listener('resized');
      stream().on('resize', resized);
      const stop = onContinued(() => listener('continued'));
      return () => {
        stream().off('resize', resized);
        stop();
      };
    },
    write: adapt(createWrite(withDeadline(write ?? writeTo(stream), signal))),
  };
}

function writeTo(stream: () => NodeJS.WriteStream): NonNullable<StreamSource['write']> {
  return piece =>
    new Promise((resolve, reject) => {
      stream().write(piece, error => (error ? reject(error) : resolve()));
    });
}

/** Rejects with the reason of the signal if a write is still pending some time after it aborts. */
function withDeadline(
  write: NonNullable<StreamSource['write']>,
  signal: AbortSignal,
): NonNullable<StreamSource['write']> {
  return async piece => {
    const late = Promise.withResolvers<never>();
    const startTimer = () => setTimeout(() => late.reject(signal.reason), maxPendingMs).unref();
    signal.addEventListener('abort', startTimer, {once: true});
    if (signal.aborted) startTimer();
    try {
      await Promise.race([write(piece), late.promise]);
    } finally {
      signal.removeEventListener('abort', startTimer);
    }
  };
}

function createWrite(write: NonNullable<StreamSource['write']>): OutputStream['write'] {
  return async piece => {
    if (piece.length === 0) return;
    try {
      if (typeof piece !== 'string') await write(piece);
      else for (const part of split(piece)) await write(part);
    } catch (error) {
      throw error instanceof Error ? toOutputError(error) : error;
    }
  };
}

/** Encoding a long text all at once would take as much memory again. */
function* split(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const limit = start + maxPartLength;
    const isWithinPair = limit < text.length && (text.codePointAt(limit - 1) ?? 0) > 0xffff;
    const end = isWithinPair ? limit - 1 : limit;
    yield text.slice(start, end);
    start = end;
  }
}

function toOutputError(error: Error): Error {
  if (error instanceof BizctlError) return error;
  if (isBrokenPipe(error)) return new BrokenPipeError();
  return new OutputError(`cannot write output: ${describeSystemError(error)}`, {
    hint: isDiskFull(error) ? 'Check that the disk is not full.' : undefined,
    cause: error,
  });
}
