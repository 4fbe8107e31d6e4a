import type {Invocation} from '../../../app/command-context.js';
import type {Factory} from '../../../app/factory.js';
import {UsageError} from '../../../base/errors.js';
import {requireFiles, toPermissions} from '../apply/plan-options.js';
import {createPlanId} from '../apply/plan-tenant.js';
import {readDesiredState} from '../apply/read-desired.js';
import {chooseProblemFormat, type PlanFormat} from '../apply/show-plan.js';
import type {Fleet} from './fleet-members.js';

/** @throws UsageError for an option that applies to a single tenant */
function refuseSingleTenantOptions(options: FleetOptions, plan: string | undefined): void {
  const conflict = [
    plan === undefined ? undefined : 'a saved plan',
    options.resume === undefined ? undefined : '--resume',
  ].find(name => name !== undefined);
  if (conflict !== undefined)
    throw new UsageError(`${conflict} cannot be combined with --profiles`, 'Use only one of them.');
}

interface FleetOptions {
  readonly resume?: string | undefined;
  readonly file?: readonly string[] | undefined;
  readonly prune?: true | undefined;
  readonly replace?: readonly string[] | undefined;
  readonly format?: PlanFormat;
}

/** Opens the tenants that the pattern matches, with their desired state. */
export async function openFleet(
  factory: Factory,
  command: Invocation,
  pattern: string,
  options: FleetOptions,
  plan?: string,
): Promise<Fleet> {
  refuseSingleTenantOptions(options, plan);
  const context = await factory.open(command);
  return {
    id: createPlanId(context),
    context,
    pattern,
    open: profile => factory.openApi({optsWithGlobals: () => ({...command.optsWithGlobals(), profile})}),
    desired: await readDesiredState(context, requireFiles(options.file), chooseProblemFormat(context, options.format)),
    permissions: toPermissions(options),
  };
}
