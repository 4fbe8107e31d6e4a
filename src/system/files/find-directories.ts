import {isAbsolute} from 'node:path';
import envPaths from 'env-paths';
import type {Directories} from '../../base/context.js';
import {toLocalError} from './or-local-error.js';

/**
 * The platform's directories for bizctl's files; `BIZCTL_CONFIG_DIR` and `BIZCTL_STATE_DIR` override two of them.
 *
 * @throws LocalError if there is no home directory
 */
export function findDirectories(env: {readonly [variable: string]: string | undefined}): Directories {
  try {
    const {data, config, cache} = envPaths('bizctl', {suffix: ''});
    // A relative path would depend on the current directory, where a project could plant its own files.
    for (const path of [data, config, cache]) if (!isAbsolute(path)) throw new Error(`${path} is not an absolute path`);
    return {data, state: env['BIZCTL_STATE_DIR'] || data, config: env['BIZCTL_CONFIG_DIR'] || config, cache};
  } catch (error) {
    throw toLocalError('no home directory', error, 'Set HOME to an absolute path.');
  }
}
