import pMap from 'p-map';
import type {CommandContext} from '../../app/command-context.js';
import {readProfiles} from '../../app/open-profiles.js';
import {checkConnection, refuseBroken} from './check-connection.js';
import {listConnections} from './list-connections.js';
import {statusTable} from './view.js';

const concurrency = 4;

/** Tests each profile and shows where its address and token come from. */
export async function showStatus(context: CommandContext): Promise<void> {
  const stored = await readProfiles(context, context.reporter);
  const connections = await listConnections(stored, context.options, context.env);
  const states = await pMap(connections, connection => checkConnection(connection, context), {concurrency});
  await context.showRows(statusTable, states);
  refuseBroken(states);
}
