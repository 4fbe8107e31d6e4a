import {createReadStream, readdirSync, statSync} from 'node:fs';
import {join, relative, sep} from 'node:path';
import type {Files} from '../../base/context.js';
import {UsageError} from '../../base/errors.js';
import {messageOf, systemCode} from '../../base/inspect-error.js';

export function createUserFiles(signal: AbortSignal): Files {
  return {
    read: async function* (path) {
      try {
        for await (const chunk of createReadStream(path, {signal})) if (chunk instanceof Uint8Array) yield chunk;
      } catch (error) {
        signal.throwIfAborted();
        throw new UsageError(
          `cannot read ${path}: ${systemCode(error) ?? messageOf(error)}`,
          'Check the path, and that it is a file.',
        );
      }
    },
    list: async path => {
      if (!statSync(path, {throwIfNoEntry: false})?.isDirectory()) return undefined;
      return readdirSync(path, {withFileTypes: true, recursive: true})
        .filter(entry => !entry.isDirectory())
        .map(({name, parentPath}) => join(parentPath, name))
        .filter(
          file =>
            !relative(path, file)
              .split(sep)
              .some(part => part.startsWith('.')),
        )
        .toSorted();
    },
  };
}
