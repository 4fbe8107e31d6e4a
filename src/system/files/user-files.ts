import {createReadStream, readdirSync, realpathSync, type Stats, statSync} from 'node:fs';
import {join, sep} from 'node:path';
import type {Files} from '../../base/context.js';
import {UsageError} from '../../base/errors.js';
import {describeSystemError} from '../../base/inspect-error.js';
import {yieldToSignals} from '../../base/yield-to-signals.js';
import {requireFile} from './require-file.js';

/** @param onStuck called when a read is abandoned that may never end, as of a pipe that nobody writes to */
export function createUserFiles(signal: AbortSignal, onStuck: () => void): Files {
  return {
    read: async function* (path) {
      const stream = createReadStream(path);
      const chunks = stream.iterator();
      const {promise: aborted, reject} = Promise.withResolvers<never>();
      const onAbort = () => {
        onStuck();
        reject(signal.reason);
      };
      signal.throwIfAborted();
      signal.addEventListener('abort', onAbort, {once: true});
      try {
        for (;;) {
          const next = await Promise.race([chunks.next(), aborted]);
          if (next.done) return;
          const chunk: unknown = next.value;
          if (chunk instanceof Uint8Array) yield chunk;
        }
      } catch (error) {
        signal.throwIfAborted();
        throw toUsageError(path, error);
      } finally {
        signal.removeEventListener('abort', onAbort);
        stream.destroy();
      }
    },
    list: async path => {
      if (!findStats(path)?.isDirectory()) return undefined;
      return (await Array.fromAsync(walk(path, signal))).toSorted();
    },
    // A shell's `<(command)` is a pipe under /dev or /proc too, but it has a writer, so that reading it ends.
    isNamedPipe: path => !/^\/(?:dev|proc)\//.test(path) && findStats(path)?.isFIFO() === true,
  };
}

function findStats(path: string): Stats | undefined {
  return orUsageError(path, () => statSync(path, {throwIfNoEntry: false}));
}

/**
 * Yields the files in a directory and below. Follows links to directories too, but reads each directory once, and none
 * that the whole is in.
 */
async function* walk(root: string, signal: AbortSignal): AsyncGenerator<string> {
  const realRoot = toReal(root);
  const seen = new Set<string>();
  const directories = [root];
  // Read last, so that a file is listed by its own path where it has one.
  const links: string[] = [];
  for (;;) {
    const directory = directories.pop() ?? links.shift();
    if (directory === undefined) return;
    await yieldToSignals(signal);
    const here = toReal(directory);
    if (seen.has(here) || (here !== realRoot && isIn(realRoot, here))) continue;
    seen.add(here);
    for (const entry of orUsageError(directory, () => readdirSync(directory, {withFileTypes: true}))) {
      const path = join(directory, entry.name);
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) directories.push(path);
      else if (entry.isSymbolicLink() && orUsageError(path, () => statSync(path)).isDirectory()) links.push(path);
      else {
        // Others are not read.
        if (/\.(?:ya?ml|json)$/i.test(path)) orUsageError(path, () => requireFile(path));
        yield path;
      }
    }
  }
}

function toReal(path: string): string {
  return orUsageError(path, () => realpathSync(path));
}

function isIn(path: string, directory: string): boolean {
  return path.startsWith(directory.endsWith(sep) ? directory : `${directory}${sep}`);
}

function orUsageError<Value>(path: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw toUsageError(path, error);
  }
}

function toUsageError(path: string, error: unknown): UsageError {
  const reason = describeSystemError(error);
  return new UsageError(`cannot read ${path === '' ? '""' : path}: ${reason}`, 'Check the path.');
}
