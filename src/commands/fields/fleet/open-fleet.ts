import type {ParsedCommand} from '../../../app/command-context.js';
import type {Factory} from '../../../app/factory.js';
import {findTenantOption} from '../../../app/global-options.js';
import {cannotCombine} from '../../../base/errors.js';
import {chooseProblemFormat, type PlanFormat} from '../plan/plan-format.js';
import {type FileOptions, requireFiles, toPermissions} from '../plan/plan-options.js';
import {readDesiredState} from '../plan/read-desired.js';
import {createTimedId} from '../runs/create-timed-id.js';
import type {Fleet} from './fleet-members.js';

export interface FleetOptions extends FileOptions {
  readonly profiles: string;
  readonly resume?: string | undefined;
  readonly format?: PlanFormat;
}

/**
 * Opens the tenants whose profiles match a pattern, with their desired state.
 *
 * @throws UsageError for an option that applies to a single tenant
 */
export async function openFleet(
  factory: Factory,
  command: ParsedCommand,
  options: FleetOptions,
  plan?: string,
): Promise<Fleet> {
  const {profiles: pattern, resume, file, format} = options;
  if (plan !== undefined) throw cannotCombine('a saved plan', '--profiles');
  if (resume !== undefined) throw cannotCombine('--resume', '--profiles');
  const context = await factory.open(command);
  const single = findTenantOption(context.options);
  if (single !== undefined)
    throw cannotCombine(
      single,
      '--profiles',
      single === '--profile' ? undefined : `Omit ${single}: each profile has its own base URL.`,
    );
  const {tenant, fields} = await readDesiredState(context, requireFiles(file), chooseProblemFormat(context, format));
  return {
    id: createTimedId(context),
    context,
    pattern,
    open: profile => factory.openProfile(command, profile),
    desired: {tenant, fields: fields.map(field => ({...field, isShared: true}))},
    permissions: toPermissions(options),
  };
}
