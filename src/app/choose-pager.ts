import type {Context} from '../base/context.js';
import type {OpenPager} from '../base/output-stream.js';
import type {StoredSettings} from '../profile/stored-settings.js';
import type {GlobalOptions} from './global-options.js';
import {resolveSetting} from './settings.js';

/** The user's pager, or `undefined` when paging or input is off. */
export function choosePager(
  {input, pager}: GlobalOptions,
  {env, openPager}: Context,
  settings: StoredSettings,
): OpenPager | undefined {
  const command = resolveSetting('pager', env, settings).value;
  if (input === false || pager === false || !openPager || ['', 'cat'].includes(command.trim())) return undefined;
  return content => openPager(command, content);
}
