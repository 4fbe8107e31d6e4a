import {isAbsolute} from 'node:path';
import type {Directories} from '../../base/context.js';
import {LocalError} from '../../base/errors.js';

interface Environment {
  readonly [variable: string]: string | undefined;
}

/** Variables that set the directories on Linux in place of the home directory. */
const variables = {data: 'XDG_DATA_HOME', config: 'XDG_CONFIG_HOME', cache: 'XDG_CACHE_HOME'} as const;

export const adviseOnHome = 'Set HOME to an absolute path.';

/** Variables that replace two of the directories. */
const overrides = {state: 'BIZCTL_STATE_DIR', config: 'BIZCTL_CONFIG_DIR'} as const;

/**
 * The platform's directories for bizctl's files; `BIZCTL_CONFIG_DIR` and `BIZCTL_STATE_DIR` override two of them.
 * Reading one that depends on the home directory throws a LocalError if there is none.
 */
export async function findDirectories(env: Environment): Promise<Directories> {
  const find = await loadFinder(env);
  return {
    get data() {
      return find('data');
    },
    get state() {
      return env[overrides.state] || orAdvise(overrides.state, () => find('data'));
    },
    get config() {
      return env[overrides.config] || orAdvise(overrides.config, () => find('config'));
    },
    get cache() {
      return find('cache');
    },
  };
}

/** Adds to the hint that the directory alone can be set. */
function orAdvise(variable: string, find: () => string): string {
  try {
    return find();
  } catch (error) {
    throw error instanceof LocalError && error.details.hint === adviseOnHome
      ? error.with({hint: `Set HOME to an absolute path, or set ${variable}.`})
      : error;
  }
}

/** Returns a function that finds one of the platform's directories. */
async function loadFinder(env: Environment): Promise<(name: keyof typeof variables) => string> {
  try {
    // Throws while it is loaded if there is no home directory.
    const {default: envPaths} = await import('env-paths');
    const paths = envPaths('bizctl', {suffix: ''});
    return name => {
      const variable = variables[name];
      // Bun would take the home directory of the account.
      if (env['HOME'] === '' && !env[variable]) throw new LocalError('no home directory', {hint: adviseOnHome});
      // A relative path would depend on the current directory, where a project could plant its own files.
      if (isAbsolute(paths[name])) return paths[name];
      if (!env[variable] || isAbsolute(env[variable]))
        throw new LocalError(`no home directory: ${paths[name]} is not an absolute path`, {hint: adviseOnHome});
      throw new LocalError(`${variable} is not an absolute path: ${JSON.stringify(env[variable])}`, {
        hint: `Set ${variable} to an absolute path, or unset it.`,
      });
    };
  } catch (error) {
    return () => {
      throw new LocalError('no home directory', {hint: adviseOnHome, cause: error});
    };
  }
}
