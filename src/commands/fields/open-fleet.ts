import type {Invocation, OpenDesk} from '../../desk.js';
import type {OpenSession} from '../../session.js';
import type {Fleet} from './fleet.js';
import {requireFiles, toPermissions} from './plan-options.js';
import {readWanted} from './read-wanted.js';

interface Openers {
  readonly open: OpenSession;
  readonly openDesk: OpenDesk;
  readonly command: Invocation;
}

interface FleetOptions {
  readonly file?: readonly string[] | undefined;
  readonly prune?: true | undefined;
  readonly replace?: readonly string[] | undefined;
}

/** The tenants that a word names, and what they are to be. */
export async function openFleet(
  {open, openDesk, command}: Openers,
  pattern: string,
  options: FleetOptions,
): Promise<Fleet> {
  const desk = await openDesk(command);
  return {
    desk,
    pattern,
    open: profile => open({optsWithGlobals: () => ({...command.optsWithGlobals(), profile})}),
    wanted: await readWanted(desk, requireFiles(options.file)),
    permissions: toPermissions(options),
  };
}
