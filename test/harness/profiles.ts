import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach} from 'vitest';
import {token} from './fixed.js';
import {bizctl, type World} from './run-bizctl.js';

const nothing = {BIZCTL_BASE_URL: undefined, BIZCTL_TOKEN: undefined};

/** Two profiles as they are stored. */
export const acme = {base_url: 'https://acme.example/', token: {value: token, origin: 'https://acme.example'}};
export const other = {base_url: 'https://other.example/', token: {value: token, origin: 'https://other.example'}};

/** Gives each test in a file its own home directory, with nothing in the environment. */
export function useProfiles() {
  let home = '';
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'bizctl-auth-'));
  });
  afterEach(() => rmSync(home, {recursive: true}));
  const inHome = (...parts: readonly string[]) => join(home, ...parts);
  /** The path of the file of profiles. */
  const file = () => inHome('config/config.json');
  const run = (line: string | readonly string[], world: World = {}) =>
    bizctl(line, {home, ...world, env: {...nothing, ...world.env}});
  const store = (profiles: object, current?: string) => {
    mkdirSync(inHome('config'), {recursive: true, mode: 0o700});
    writeFileSync(file(), JSON.stringify({version: 1, current, profiles}), {mode: 0o600});
  };
  return {file, inHome, run, store};
}
