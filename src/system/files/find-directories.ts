import {isAbsolute} from 'node:path';
import type {Directories} from '../../base/context.js';
import {LocalError, messageOf, systemCode} from '../../base/errors.js';

/**
 * Where the system has bizctl keep its files; `BIZCTL_CONFIG_DIR` names another place for those of configuration.
 *
 * @throws LocalError when there is no home directory to keep them in
 */
export async function findDirectories(env: {readonly [variable: string]: string | undefined}): Promise<Directories> {
  try {
    const {default: envPaths} = await import('env-paths');
    const {data, config, cache} = envPaths('bizctl', {suffix: ''});
    // A relative one would lie in whatever directory bizctl is run from, and a project could bring its own.
    for (const path of [data, config, cache]) if (!isAbsolute(path)) throw new Error(`${path} is no absolute path`);
    return {data, config: env['BIZCTL_CONFIG_DIR'] || config, cache};
  } catch (error) {
    throw new LocalError(`there is no home directory: ${systemCode(error) ?? messageOf(error)}`, {
      hint: 'Set HOME to an absolute path.',
      cause: error,
    });
  }
}
