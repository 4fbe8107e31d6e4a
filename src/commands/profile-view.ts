import type {Context} from '../base/context.js';
import {type JsonObject, stringOf} from '../json/json.js';
import type {DetailView, TableView} from '../output/view.js';
import {profileNamed} from '../profile/profile-named.js';
import type {StoredProfiles} from '../profile/stored-profiles.js';

/** True if the environment alone names the tenant, so that no stored profile is read. */
export function isEnvironmentEnough(env: Context['env']): boolean {
  return !env['BIZCTL_PROFILE'] && Boolean(env['BIZCTL_BASE_URL'] && env['BIZCTL_TOKEN']);
}

/** A profile as shown to users, without its token. The environment overrides the default profile. */
export function toShownProfile(stored: StoredProfiles, name: string, env: Context['env']): JsonObject {
  const profile = profileNamed(stored, name);
  return {
    name,
    base_url: profile?.base_url ?? null,
    has_token: profile?.token !== undefined,
    is_current: !isEnvironmentEnough(env) && name === (env['BIZCTL_PROFILE'] || stored.current),
  };
}

const documented = ['name', 'base_url', 'has_token', 'is_current'];

export const profileTable: TableView<JsonObject> = {
  isFinite: true,
  columns: () => [
    {path: 'name', weight: 5, minWidth: 12},
    {path: 'base_url', title: 'base URL', weight: 4, minWidth: 16},
    {path: 'has_token', title: 'token', show: row => (row['has_token'] === true ? 'stored' : 'none')},
    {path: 'is_current', title: 'in use', show: row => (row['is_current'] === true ? 'yes' : '')},
  ],
  documented,
  toValue: row => row,
  empty: suggest => `no profiles yet; run: ${suggest('auth', 'login')}`,
};

export const profileDetail: DetailView<JsonObject> = {
  lines: row => [
    {label: 'profile', value: [{text: stringOf(row['name']) ?? '', style: 'strong'}]},
    {label: 'base URL', value: [{text: stringOf(row['base_url']) ?? ''}]},
    {label: 'token', value: [{text: row['has_token'] === true ? 'stored' : 'none'}]},
    {label: 'in use', value: [{text: row['is_current'] === true ? 'yes' : 'no'}]},
  ],
  toValue: row => row,
  documented,
};
