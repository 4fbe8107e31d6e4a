import type {Factory} from '../../app/factory.js';
import {addGroup, type Root} from '../../app/global-options.js';
import {refuseUnused} from '../../app/refuse-options.js';
import {addConfigGet} from './get.js';
import {addConfigList} from './list.js';
import {addConfigSet} from './set.js';
import {addConfigUnset} from './unset.js';

export function addConfig(root: Root, factory: Factory): void {
  const config = addGroup(root, 'config', 'Manage settings, such as the output format');
  refuseUnused(config, ['profile', 'baseUrl']);
  addConfigList(config, factory);
  addConfigGet(config, factory);
  addConfigSet(config, factory);
  addConfigUnset(config, factory);
}
