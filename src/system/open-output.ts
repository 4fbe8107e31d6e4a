import {BrokenPipeError, isBrokenPipe, LocalError, systemCode} from '../base/errors.js';
import type {OutputStream} from '../base/output-stream.js';

/** A stream of Node's; it is opened when it is first used, which takes longer than a small command line has. */
export interface StreamSource {
  readonly isTerminal: boolean;
  readonly open: () => NodeJS.WriteStream;
  /** In place of what the stream does. */
  readonly write?: ((piece: string | Uint8Array) => Promise<void>) | undefined;
}

/** What is known of the terminal, if the stream is one. */
export interface OutputSettings {
  readonly hasColor: boolean;
  readonly hasUnicode: boolean;
  readonly canRedraw: boolean;
  /** Calls the listener whenever the program goes on after it was stopped; returns what ends that. */
  readonly onContinued: (listener: () => void) => () => void;
  /** Called with the length of what has left as bytes, and waited for. */
  readonly onPassedOn?: (bytes: number) => Promise<void>;
}

/** A stream of Node's as an output. */
export function openOutput(source: StreamSource, settings: OutputSettings): OutputStream {
  return openStream(source, settings, write => write);
}

/** The same for talk: nobody can be told when stderr is gone, and the work goes on. */
export function openMessages(source: StreamSource, settings: OutputSettings): OutputStream {
  return openStream(source, settings, write => text => write(text).catch(() => undefined));
}

function openStream(
  {isTerminal, open, write}: StreamSource,
  {hasColor, hasUnicode, canRedraw, onContinued, onPassedOn}: OutputSettings,
  adapt: (write: OutputStream['write']) => OutputStream['write'],
): OutputStream {
  let opened: NodeJS.WriteStream | undefined;
  const stream = () => {
    // Errors are told by the callback of each write; without a listener Node would end the process.
    opened ??= open().on('error', () => {});
    return opened;
  };
  return {
    isTerminal,
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
    write: adapt(createWrite(write ?? writeTo(stream), onPassedOn)),
  };
}

function writeTo(stream: () => NodeJS.WriteStream): NonNullable<StreamSource['write']> {
  return piece =>
    new Promise((resolve, reject) => {
      stream().write(piece, error => (error ? reject(error) : resolve()));
    });
}

function createWrite(
  write: NonNullable<StreamSource['write']>,
  onPassedOn: OutputSettings['onPassedOn'] = async () => {},
): OutputStream['write'] {
  return async piece => {
    if (piece.length === 0) return;
    try {
      await write(piece);
    } catch (error) {
      throw error instanceof Error ? toOutputError(error) : error;
    }
    if (typeof piece !== 'string') await onPassedOn(piece.length);
  };
}

function toOutputError(error: Error): Error {
  if (isBrokenPipe(error)) return new BrokenPipeError();
  const code = systemCode(error);
  return new LocalError(`cannot write output: ${code ?? error.message}`, {
    hint: 'Check that the disk is not full.',
    cause: error,
  });
}
