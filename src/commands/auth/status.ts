import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {openProfiles} from '../../app/open-profiles.js';
import {examples} from '../options.js';

export function addAuthStatus(auth: Group, factory: Factory): void {
  auth
    .command('status')
    .description('Say for each profile where address and token come from, and whether they work')
    .addHelpText('after', examples('bizctl auth status', 'bizctl auth status --profile acme --json'))
    .action(async (_options, command) => {
      const context = await factory.open(command);
      const [{listConnections}, {checkConnection, refuseBroken}, {statusTable}, {default: pMap}] = await Promise.all([
        import('./list-connections.js'),
        import('./check-connection.js'),
        import('./view.js'),
        import('p-map'),
      ]);
      const stored = await (await openProfiles(context, context.reporter)).read();
      const connections = await listConnections(stored, context.options, context.env);
      const states = await pMap(connections, connection => checkConnection(connection, context), {concurrency: 4});
      await context.showRows(statusTable, states);
      refuseBroken(states);
    });
}
