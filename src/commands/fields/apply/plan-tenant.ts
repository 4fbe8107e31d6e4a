import {readSettledFields} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {Context} from '../../../base/context.js';
import {GuardError, StaleError, UsageError} from '../../../base/errors.js';
import {quoteArgument} from '../../../base/shell-word.js';
import type {DesiredState} from '../../../plan/desired-field.js';
import type {Permissions, Plan} from '../../../plan/plan.js';
import {planChanges} from '../../../plan/plan-changes.js';
import type {PlanMeta} from '../../../plan/plan-document.js';
import {
  findOtherTenant,
  fingerprintToken,
  isSameAddress,
  type SeenField,
  type TenantIdentity,
} from '../../../plan/tenant-identity.js';
import {withoutOwnOrders} from './own-orders.js';

/** A plan, its tenant, and the declarations and fields that it was made from. */
export interface TenantPlan {
  readonly plan: Plan;
  readonly meta: PlanMeta;
  readonly desired: DesiredState;
  /** All fields of the tenant. */
  readonly current: readonly CustomField[];
  /** The id of the run that this plan undoes. */
  readonly undoes?: string;
  /** The id shared by all runs of one apply to several tenants. */
  readonly fleet?: string;
}

const sandboxPrefix = 'sandbox ';

/** Returns the `base_url` of an embedded sandbox in plans and journals. */
export function sandboxUrl(sandbox: string | true): string {
  return `${sandboxPrefix}${String(sandbox)}`;
}

/** Identifies the tenant of a context. An embedded sandbox has a new token in every process, so that is left out. */
export function identifyTenant({connection, options, env}: ApiContext): TenantIdentity {
  if (options.sandbox !== undefined)
    return {base_url: sandboxUrl(options.sandbox), tenant: null, token_fingerprint: null};
  const {token, baseUrl, profile} = connection;
  return {
    base_url: baseUrl.href,
    tenant: env['BIZCTL_TENANT'] || profile || null,
    token_fingerprint: token === undefined ? null : fingerprintToken(token),
  };
}

/**
 * Plans the changes that make the tenant match the desired state.
 *
 * @throws GuardError if the files are for another tenant, or would delete all fields
 */
export async function planTenant(
  context: ApiContext,
  desired: DesiredState,
  permissions: Permissions,
  id = createPlanId(context),
): Promise<TenantPlan> {
  const {host} = context.connection.baseUrl;
  if (desired.tenant !== undefined && desired.tenant !== host)
    throw new GuardError(
      `the files are for tenant ${desired.tenant}, and this is ${host}`,
      'Choose that tenant with --profile or --base-url.',
    );
  refuseUnknownNames(desired, permissions);
  const current = await readSettledFields(context.http);
  if (desired.fields.length === 0 && permissions.isPruning && current.length > 0)
    throw new GuardError('no fields are declared', 'An empty list never deletes all fields.');
  const tenant = identifyTenant(context);
  const plan = await withoutOwnOrders(context, planChanges(desired.fields, current, permissions), desired, tenant);
  const created_at = context.now().toISOString();
  return {plan, meta: {id, created_at, tenant, permissions}, desired, current};
}

/** @throws UsageError if `--replace` names a field that is not declared, which is probably a typo */
function refuseUnknownNames({fields}: DesiredState, {replaceable}: Permissions): void {
  const unknown = [...replaceable].find(name => fields.every(field => field.name !== name));
  if (unknown !== undefined)
    throw new UsageError(`--replace ${unknown}: no field with that name is declared`, 'Check the spelling.');
}

/** Returns a unique id that sorts by time. */
export function createPlanId({now, createNonce}: Pick<Context, 'now' | 'createNonce'>): string {
  const time = now()
    .toISOString()
    .replace(/[-:.Z]/g, '');
  return `${time}-${createNonce()}`;
}

/** @throws StaleError if the plan was made for another address */
export function refuseOtherAddress(context: ApiContext, planned: TenantIdentity): void {
  const actual = identifyTenant(context);
  if (!isSameAddress(planned.base_url, actual.base_url))
    throw new StaleError(
      `the plan is for ${nameOf(planned)}, and this is ${nameOf(actual)}`,
      planned.base_url.startsWith(sandboxPrefix)
        ? `Use --sandbox${toSandboxFile(planned)}.`
        : 'Choose that tenant with --profile or --base-url.',
    );
}

/**
 * @param seen fields that the plan or run saw on its tenant or created there
 * @throws StaleError if the plan was made for another tenant, or nothing shows that it was made for this one
 */
export function refuseOtherTenant(
  context: ApiContext,
  planned: TenantIdentity,
  seen: readonly SeenField[],
  current: readonly CustomField[],
): void {
  const problem = findOtherTenant(planned, identifyTenant(context), seen, current);
  if (problem !== undefined)
    throw new StaleError(
      `the plan was made for another tenant: ${problem}`,
      'Use the profile it was made with, or plan again. BIZCTL_TENANT names a tenant that has no profile.',
    );
}

function nameOf({base_url}: TenantIdentity): string {
  return base_url === `${sandboxPrefix}true` ? 'the sandbox' : base_url;
}

/** Returns `=FILE` for a sandbox that keeps its state in a file, else nothing. */
function toSandboxFile({base_url}: TenantIdentity): string {
  const file = base_url.slice(sandboxPrefix.length);
  return file === 'true' ? '' : `=${quoteArgument(file)}`;
}
