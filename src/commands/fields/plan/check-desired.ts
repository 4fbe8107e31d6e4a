import type {ApiContext} from '../../../app/api-context.js';
import {GuardError, UsageError} from '../../../base/errors.js';
import {didYouMean} from '../../../base/near-names.js';
import type {DesiredState} from '../../../plan/desired-field.js';
import type {Permissions} from '../../../plan/plan.js';
import {isAddressOf} from '../../../plan/tenant-identity.js';
import {describeAddress, identifyTenant} from '../runs/identify-tenant.js';

/** @throws GuardError if the files are for another tenant */
export function requireTenantOfFiles(context: ApiContext, desired: DesiredState): void {
  const {baseUrl} = context.connection;
  const isSandbox = context.options.sandbox !== undefined;
  const {tenant} = desired;
  if (tenant && !isAddressOf(tenant.host, baseUrl))
    throw new GuardError(
      `${tenant.place}: the files are for tenant ${tenant.host}, but this is ${isSandbox ? `the embedded sandbox, ${baseUrl.host}` : describeAddress(identifyTenant(context))}`,
      isSandbox ? 'Run the command without --sandbox.' : 'Choose the profile or the base URL of that tenant.',
    );
}

/**
 * Checks the names in `--replace`, unless a field is declared by its id and its name is not known yet.
 *
 * @throws UsageError for a field that is not declared, which is probably a typo
 */
export function refuseUnknownNames({fields}: DesiredState, {replaceable}: Permissions): void {
  if (fields.some(({name}) => name === '')) return;
  const declared = new Set(fields.map(({name}) => name));
  const unknown = [...replaceable].find(name => !declared.has(name));
  if (unknown !== undefined)
    throw new UsageError(
      `--replace ${JSON.stringify(unknown)}: no field with that name is declared`,
      didYouMean(unknown, [...declared]) ?? 'Use the name of a declared field.',
    );
}
