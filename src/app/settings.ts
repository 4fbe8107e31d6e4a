import {platform} from 'node:os';
import type {Context} from '../base/context.js';
import {UsageError} from '../base/errors.js';
import {didYouMean} from '../base/near-names.js';
import {type ColumnsSetting, listedNouns} from '../base/resources.js';
import {formatNames} from '../output/formats.js';
import type {StoredSettings} from '../profile/stored-settings.js';
import {checkZone} from './find-zone.js';
import {parseColumns} from './parse-columns.js';

interface Setting {
  /** The description in help and `config list`. */
  readonly description: string;
  /** The variables that override it, highest precedence first. */
  readonly variables: readonly string[];
  readonly defaultValue: string;
  /** The values it can have; any text if absent. */
  readonly choices?: readonly string[];
  /** True if a variable that is set but empty counts. */
  readonly mayBeEmpty?: true;
  /** @throws UsageError for a value that it cannot have */
  readonly check?: (value: string, name: string) => void;
}

const plainSettings = {
  output: {
    description: 'output format',
    variables: ['BIZCTL_OUTPUT'],
    defaultValue: 'table',
    choices: formatNames,
  },
  'time-zone': {
    description: 'time zone for dates parse',
    variables: ['TZ'],
    defaultValue: '',
    mayBeEmpty: true,
    check: checkZone,
  },
  pager: {
    description: 'pager for output longer than the screen',
    variables: ['BIZCTL_PAGER', 'PAGER'],
    defaultValue: 'less',
    mayBeEmpty: true,
  },
  editor: {
    description: 'editor for fields edit and fields browse',
    variables: ['BIZCTL_EDITOR', 'VISUAL', 'EDITOR'],
    defaultValue: platform() === 'win32' ? 'notepad' : 'vi',
  },
  color: {
    description: 'colors at a terminal',
    variables: ['NO_COLOR'],
    defaultValue: 'auto',
    choices: ['auto', 'never'],
  },
} as const satisfies {readonly [name: string]: Setting};

type PlainName = keyof typeof plainSettings;
export type SettingName = PlainName | ColumnsSetting;

function isPlain(name: string): name is PlainName {
  return Object.hasOwn(plainSettings, name);
}

export const settingNames: readonly SettingName[] = [
  ...Object.keys(plainSettings).filter(isPlain),
  ...listedNouns.map((noun): ColumnsSetting => `columns.${noun}`),
];

export function findSetting(name: SettingName): Setting {
  if (isPlain(name)) return plainSettings[name];
  const noun = listedNouns.find(each => name === `columns.${each}`) ?? '';
  return {description: `columns of bizctl ${noun} list`, variables: [], defaultValue: '', check: parseColumns};
}

/** @throws UsageError with near names */
export function parseSettingName(text: string): SettingName {
  const known = settingNames.find(name => name === text);
  if (known !== undefined) return known;
  throw new UsageError(
    `unknown setting ${JSON.stringify(text)}`,
    didYouMean(text, settingNames) ?? `Available settings: ${settingNames.join(', ')}.`,
  );
}

/** @throws UsageError for a value that the setting cannot have */
export function checkSetting(name: SettingName, value: string): void {
  const {choices, check} = findSetting(name);
  if (value.trim() === '')
    throw new UsageError(`the value of ${name} is empty`, suggest =>
      name === 'pager'
        ? `To turn off the pager, run: ${suggest('config', 'set', 'pager', 'cat')}`
        : `To remove the setting, run: ${suggest('config', 'unset', name)}`,
    );
  if (choices && !choices.includes(value))
    throw new UsageError(`invalid value for ${name}: ${JSON.stringify(value)}`, `Use one of: ${choices.join(', ')}.`);
  check?.(value, name);
}

/** A value, and where it comes from. */
export interface ResolvedSetting {
  readonly value: string;
  /** Such as `BIZCTL_OUTPUT`, `config` or `default`. */
  readonly source: string;
}

/**
 * The value of a setting without a flag: from the environment, else the stored one, else the default.
 */
export function resolveSetting(name: SettingName, env: Context['env'], stored: StoredSettings): ResolvedSetting {
  const {variables, defaultValue, mayBeEmpty} = findSetting(name);
  const variable = variables.find(each => env[each] !== undefined && (mayBeEmpty || env[each] !== ''));
  if (variable === 'NO_COLOR') return {value: 'never', source: variable};
  if (variable !== undefined) return {value: env[variable] ?? '', source: variable};
  const value = stored[name];
  return value === undefined ? {value: defaultValue, source: 'default'} : {value, source: 'config'};
}
