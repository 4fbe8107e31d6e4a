import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {Context} from '../base/context.js';
import {LocalError} from '../base/errors.js';
import type {Reporter} from '../output/reporter.js';
import {settingsName} from '../profile/settings-name.js';
import type {SettingsStore, StoredSettings} from '../profile/settings-store.js';
import {locateStore} from './locate-store.js';

/** Opens the stored settings. Nothing is read or created yet. */
export async function openSettings(context: Context, reporter: Reporter): Promise<SettingsStore> {
  const {createSettingsStore} = await import('../profile/settings-store.js');
  return createSettingsStore(await locateStore(context, reporter));
}

/** The stored settings. Most users have none; for them, only the existence of the file is checked. */
export async function readSettings(context: Context, reporter: Reporter): Promise<StoredSettings> {
  const directory = await findDirectory(context);
  if (directory === undefined || !existsSync(join(directory, `${settingsName}.json`))) return {};
  return (await openSettings(context, reporter)).read();
}

/** The configuration directory; `undefined` without a home directory. */
async function findDirectory({directories}: Context): Promise<string | undefined> {
  try {
    return (await directories()).config;
  } catch (error) {
    if (error instanceof LocalError) return undefined;
    throw error;
  }
}
