import {isAbsolute} from 'node:path';
import type {Context, Directories} from '../../base/context.js';
import {LocalError} from '../../base/errors.js';

/** Variables that set the directories on Linux in place of the home directory. */
const variables = {data: 'XDG_DATA_HOME', config: 'XDG_CONFIG_HOME', cache: 'XDG_CACHE_HOME'} as const;

export const adviseOnHome = 'Set HOME to an absolute path.';

/**
 * The platform's directories for bizctl's files; `BIZCTL_CONFIG_DIR` and `BIZCTL_STATE_DIR` override two of them.
 * Reading one that depends on the home directory throws a LocalError if there is none.
 */
export async function findDirectories(env: Context['env']): Promise<Directories> {
  const loaded = await loadPaths();
  const find = (name: keyof typeof variables, hint = adviseOnHome) => {
    const variable = variables[name];
    if ('error' in loaded) throw new LocalError('no home directory', {hint, cause: loaded.error});
    // Bun would take the home directory of the account.
    if (env['HOME'] === '' && !env[variable]) throw new LocalError('no home directory', {hint});
    const path = loaded[name];
    // A relative path would depend on the current directory, where a project could plant its own files.
    if (isAbsolute(path)) return path;
    if (!env[variable] || isAbsolute(env[variable]))
      throw new LocalError(`no home directory: ${path} is not an absolute path`, {hint});
    throw new LocalError(`${variable} is not an absolute path: ${JSON.stringify(env[variable])}`, {
      hint: `Set ${variable} to an absolute path, or unset it.`,
    });
  };
  const findUnless = (override: string, name: keyof typeof variables) =>
    env[override] || find(name, `Set HOME to an absolute path, or set ${override}.`);
  return {
    get data() {
      return find('data');
    },
    get state() {
      return findUnless('BIZCTL_STATE_DIR', 'data');
    },
    get config() {
      return findUnless('BIZCTL_CONFIG_DIR', 'config');
    },
    get cache() {
      return find('cache');
    },
  };
}

/** The platform's directories, or the error without a home directory: the library throws while it is loaded. */
async function loadPaths() {
  try {
    const {default: envPaths} = await import('env-paths');
    return envPaths('bizctl', {suffix: ''});
  } catch (error) {
    return {error};
  }
}
