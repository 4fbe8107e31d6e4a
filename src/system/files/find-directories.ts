import {isAbsolute} from 'node:path';
import type {Directories} from '../../base/context.js';
import {LocalError} from '../../base/errors.js';

export const adviseOnHome = 'Set HOME to an absolute path.';

/**
 * The platform's directories for bizctl's files; `BIZCTL_CONFIG_DIR` and `BIZCTL_STATE_DIR` override two of them.
 * Reading one that depends on the home directory throws a LocalError if there is none.
 */
export async function findDirectories(env: {readonly [variable: string]: string | undefined}): Promise<Directories> {
  const find = await loadFinder();
  return {
    get data() {
      return find('data');
    },
    get state() {
      return env['BIZCTL_STATE_DIR'] || find('data');
    },
    get config() {
      return env['BIZCTL_CONFIG_DIR'] || find('config');
    },
    get cache() {
      return find('cache');
    },
  };
}

/** Returns a function that finds one of the platform's directories. */
async function loadFinder(): Promise<(name: 'data' | 'config' | 'cache') => string> {
  try {
    // Throws while it is loaded if there is no home directory.
    const {default: envPaths} = await import('env-paths');
    const paths = envPaths('bizctl', {suffix: ''});
    return name => {
      // A relative path would depend on the current directory, where a project could plant its own files.
      if (isAbsolute(paths[name])) return paths[name];
      throw new LocalError(`no home directory: ${paths[name]} is not an absolute path`, {hint: adviseOnHome});
    };
  } catch (error) {
    return () => {
      throw new LocalError('no home directory', {hint: adviseOnHome, cause: error});
    };
  }
}
