import type {Factory} from '../../app/factory.js';
import {addGroup, type Root} from '../../app/global-options.js';
import {withoutSandbox} from '../../app/without-sandbox.js';
import {addConfigGet} from './get.js';
import {addConfigList} from './list.js';
import {addConfigSet} from './set.js';
import {addConfigUnset} from './unset.js';

export function addConfig(root: Root, factory: Factory): void {
  const own = withoutSandbox(factory);
  const config = addGroup(root, 'config', 'Manage settings, such as the output format');
  addConfigList(config, own);
  addConfigGet(config, own);
  addConfigSet(config, own);
  addConfigUnset(config, own);
}
