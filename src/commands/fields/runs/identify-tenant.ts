import {resolve} from 'node:path';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {GuardError, StaleError} from '../../../base/errors.js';
import {isSameAddress} from '../../../base/same-address.js';
import {quoteArgument} from '../../../base/shell-word.js';
import type {DesiredState} from '../../../plan/desired-field.js';
import {
  describeTenantMismatch,
  fingerprintToken,
  isAddressOf,
  isDoubtful,
  isNamedOtherwise,
  isSameToken,
  type SeenField,
  sandboxPrefix,
  type TenantIdentity,
} from '../../../plan/tenant-identity.js';

/** Returns the `base_url` of an embedded sandbox in plans and journals: its file is the same in every directory. */
export function sandboxUrl(sandbox: string | true): string {
  if (sandbox === true || sandbox === '') return `${sandboxPrefix}true`;
  return `${sandboxPrefix}${sandbox === ':memory:' ? sandbox : resolve(sandbox)}`;
}

/** Identifies the tenant of a context. An embedded sandbox has a new token in every process, so that is left out. */
export function identifyTenant({connection, options, env}: ApiContext): TenantIdentity {
  if (options.sandbox !== undefined)
    return {base_url: sandboxUrl(options.sandbox), tenant: null, token_fingerprint: null};
  const {token, baseUrl, profile} = connection;
  return {
    base_url: baseUrl.href,
    tenant: profile || env['BIZCTL_TENANT'] || null,
    token_fingerprint: token === undefined ? null : fingerprintToken(token),
  };
}

/**
 * @param subject of the message: the plan, or a run
 * @param command to run on the right tenant
 * @throws StaleError if it was made for another address
 */
export function refuseOtherAddress(
  context: ApiContext,
  planned: TenantIdentity,
  subject: string,
  command: readonly string[],
): void {
  const actual = identifyTenant(context);
  const {base_url} = planned;
  if (!isSameAddress(base_url, actual.base_url))
    throw new StaleError(
      `${subject} is for ${describeAddress(planned)}, but this is ${describeAddress(actual)}`,
      suggest => {
        const run = (...target: readonly string[]) => `Run: ${suggest(...command, ...target)}`;
        if (base_url.startsWith(sandboxPrefix)) return run(`--sandbox${toSandboxFile(planned)}`);
        if (planned.tenant === null) return run('--base-url', base_url);
        const name = quoteArgument(planned.tenant);
        if (planned.tenant === context.connection.profile)
          return `Profile ${planned.tenant} had a different base URL when the plan was made. To apply the plan there, set BIZCTL_TOKEN to the token of that tenant and BIZCTL_TENANT=${name}. ${run('--base-url', base_url)}`;
        if (planned.tenant === actual.tenant) return run('--base-url', base_url);
        return `If you have no profile ${name}, pass --base-url ${quoteArgument(base_url)} instead of --profile. ${run('--profile', planned.tenant)}`;
      },
    );
}

/**
 * Warns if only ids that another tenant may have as well suggest that this is the tenant, and resolves to true then.
 *
 * @param seen fields that the plan or run saw on its tenant or created there
 * @throws StaleError if the plan was made for another tenant, or nothing shows that it was made for this one
 */
export async function refuseOtherTenant(
  context: ApiContext,
  planned: TenantIdentity,
  seen: readonly SeenField[],
  current: readonly CustomField[],
): Promise<boolean> {
  const actual = identifyTenant(context);
  const problem = describeTenantMismatch(planned, actual, seen, current);
  if (problem !== undefined)
    throw new StaleError(
      `this may not be the tenant of the plan: ${problem}`,
      adviseOnMismatch(context, planned, actual),
    );
  if (!isDoubtful(planned, actual, seen, current)) return false;
  await context.reporter.warn(
    'this may be a different tenant: the plan was made with a different token, and the matching ids are too common to identify a tenant',
  );
  return true;
}

function adviseOnMismatch({connection}: ApiContext, planned: TenantIdentity, actual: TenantIdentity): string {
  if (isSameToken(planned, actual))
    return 'If the field has been renamed since, plan again; to undo a run, restore the fields by hand.';
  if (!isNamedOtherwise(planned, actual))
    return 'Use the profile that the plan was made with, or plan again. For a tenant without a profile, set BIZCTL_TENANT to the same name for both commands.';
  return `Use the profile that the plan was made with, or plan again. If only its name has changed, set BIZCTL_TENANT=${quoteArgument(planned.tenant ?? '')}${connection.profile === undefined ? '' : ' and pass --base-url instead of --profile'}.`;
}

/** Describes a tenant by its address and, if known, its profile or name. */
export function describeIdentity(identity: TenantIdentity): string {
  return `${describeAddress(identity)}${identity.tenant === null ? '' : ` (${identity.tenant})`}`;
}

/** The address, or that it is the embedded sandbox. */
export function describeAddress({base_url}: TenantIdentity): string {
  return base_url === `${sandboxPrefix}true` ? 'the embedded sandbox' : base_url;
}

/** Returns `=FILE` for a sandbox that keeps its state in a file, else nothing. */
function toSandboxFile({base_url}: TenantIdentity): string {
  const file = base_url.slice(sandboxPrefix.length);
  return file === 'true' ? '' : `=${file}`;
}

/** @throws GuardError if files are for another tenant */
export function requireTenantOfFiles(context: ApiContext, tenant: DesiredState['tenant']): void {
  const {baseUrl} = context.connection;
  const isSandbox = context.options.sandbox !== undefined;
  if (tenant && !isAddressOf(tenant.host, baseUrl))
    throw new GuardError(
      `${tenant.place}: the files are for tenant ${tenant.host}, but this is ${isSandbox ? `the embedded sandbox, ${baseUrl.host}` : describeAddress(identifyTenant(context))}`,
      isSandbox ? 'Run the command without --sandbox.' : 'Choose the profile or the base URL of that tenant.',
    );
}
