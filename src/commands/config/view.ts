import {findSetting, type ResolvedSetting, type SettingName} from '../../app/settings.js';
import type {DetailView, TableView} from '../../output/view.js';

export interface ShownSetting extends ResolvedSetting {
  readonly name: SettingName;
}

const documented = ['setting', 'value', 'source', 'description'];

function toValue({name, value, source}: ShownSetting) {
  return {setting: name, value, source, description: findSetting(name).description};
}

export const settingTable: TableView<ShownSetting> = {
  isFinite: true,
  columns: () => [
    {path: 'setting', weight: 3},
    {path: 'value', weight: 2, minWidth: 10, isText: true},
    {path: 'source', weight: 1},
    {path: 'description', minWidth: 16, isText: true},
  ],
  documented,
  toValue,
};

export const settingDetail: DetailView<ShownSetting> = {
  lines: setting =>
    Object.entries(toValue(setting)).map(([label, text]) => ({label, value: [{text: text === '' ? '-' : text}]})),
  toValue,
  documented,
};
