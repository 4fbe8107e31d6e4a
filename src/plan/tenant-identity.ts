import {createHash} from 'node:crypto';
import {type CustomField, isMarkedDeleted} from '../api/schemas.js';
import {isSameAddress, normalizeAddress} from '../base/same-address.js';
import {toPlainName} from './similar-names.js';

export interface TenantIdentity {
  readonly base_url: string;
  /** The profile, or `BIZCTL_TENANT`; `null` when neither names the tenant. */
  readonly tenant: string | null;
  /** 8 hexadecimal digits; `null` without a token. */
  readonly token_fingerprint: string | null;
}

/** A field that a plan or run saw on its tenant. */
export interface SeenField {
  readonly id: string;
  readonly name: string;
}

/** Enough to recognize a tenant. */
const maxSeenFields = 50;

/** Returns 8 hexadecimal digits that tell tokens apart without revealing them. */
export function fingerprintToken(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 8);
}

/** Picks fields to recognize the tenant by, those with the given ids first. */
export function pickSeenFields(current: readonly CustomField[], ids: ReadonlySet<string>): readonly SeenField[] {
  const named = current.flatMap(({id, name}) =>
    id === undefined || (name ?? '') === '' ? [] : [{id, name: name ?? ''}],
  );
  return [...named.filter(({id}) => ids.has(id)), ...named.filter(({id}) => !ids.has(id))].slice(0, maxSeenFields);
}

/** True if fields that were picked to recognize a tenant are all that it had. */
export function sawAllFields(seen: readonly SeenField[]): boolean {
  return seen.length < maxSeenFields;
}

/** True if a file's `tenant` (host, host/path or URL) names this base URL. A host alone matches every path. */
export function isAddressOf(tenant: string, baseUrl: URL): boolean {
  const text = /^https?:\/\//i.test(tenant) ? tenant : `${baseUrl.protocol}//${tenant}`;
  if (!URL.canParse(text)) return false;
  const {origin, pathname, href} = new URL(text);
  return origin === baseUrl.origin && (pathname === '/' || isSameAddress(href, baseUrl.href));
}

/** Precedes the file of an embedded sandbox in place of a base URL. */
export const sandboxPrefix = 'sandbox ';

/**
 * Returns the names of the locks of a tenant. Commands that write to one tenant share at least one: its name survives
 * the rotation of tokens, and two profiles may share a token.
 */
export function lockNamesOf({base_url, tenant, token_fingerprint}: TenantIdentity): readonly string[] {
  const address = normalizeAddress(base_url);
  return [
    ...(tenant === null ? [] : [`${address} tenant ${tenant}`]),
    // Two names without a token may be those of one tenant: nothing that is sent tells them apart.
    `${address} token ${token_fingerprint}`,
  ];
}

/** True if the run has the name or the token of this tenant. Without a token, names alone tell tenants apart. */
export function isRunOf({plan}: {readonly plan: TenantIdentity}, tenant: TenantIdentity): boolean {
  if (tenant.token_fingerprint === null && isNamedOtherwise(plan, tenant)) return false;
  const names = lockNamesOf(tenant);
  return lockNamesOf(plan).some(name => names.includes(name));
}

/** True if both have names and these differ, even if they share a token. */
export function isNamedOtherwise(planned: TenantIdentity, actual: TenantIdentity): boolean {
  return planned.tenant !== null && actual.tenant !== null && planned.tenant !== actual.tenant;
}

/**
 * True if both were reached with the same token, or both without one, and have no names that contradict it. An embedded
 * sandbox has no token, and may have been reset.
 */
export function isSameToken(planned: TenantIdentity, actual: TenantIdentity): boolean {
  const isSame = planned.token_fingerprint === actual.token_fingerprint;
  return isSame && !actual.base_url.startsWith(sandboxPrefix) && !isNamedOtherwise(planned, actual);
}

/** True if most of the fields that were seen, and are still there, have the names that they had. */
export function haveKeptNames(seen: readonly SeenField[], current: readonly CustomField[]): boolean {
  const names = new Map(current.map(({id, name}) => [id, toPlainName(name ?? '')]));
  const listed = seen.filter(({id}) => names.has(id));
  return listed.filter(({id, name}) => names.get(id) === toPlainName(name)).length * 2 > listed.length;
}

/** True if both have names, which decide, or the same token. */
function isIdentified(planned: TenantIdentity, actual: TenantIdentity): boolean {
  return (planned.tenant !== null && actual.tenant !== null) || planned.token_fingerprint === actual.token_fingerprint;
}

/**
 * Describes why this may not be the tenant of a plan or run; `undefined` if it is (row 156). Tokens are rotated, so a
 * different token alone proves nothing.
 *
 * @param seen fields that the plan or run saw on its tenant or created there
 * @param current all fields of this tenant
 */
export function describeTenantMismatch(
  planned: TenantIdentity,
  actual: TenantIdentity,
  seen: readonly SeenField[],
  current: readonly CustomField[],
): string | undefined {
  const listed = new Set(current.map(({id}) => id));
  // An API may rename a field that it marks as deleted.
  const names = new Map(current.flatMap(field => (isMarkedDeleted(field) ? [] : [[field.id, field.name]])));
  const renamed = seen.find(({id, name}) => names.has(id) && names.get(id) !== name);
  if (renamed) return `the field with id ${renamed.id} was named ${JSON.stringify(renamed.name)}`;
  if (isNamedOtherwise(planned, actual)) return `it was made for ${planned.tenant}, not ${actual.tenant}`;
  if (isIdentified(planned, actual) || seen.some(({id}) => listed.has(id))) return undefined;
  return seen.length === 0
    ? 'the token is different, and the plan has no fields that identify the tenant'
    : 'the token is different, and none of the fields in the plan exist here';
}

/** True for ids that many tenants have, such as `7` or `cf_000007`. */
function isCounter(id: string): boolean {
  return /^\D*0*\d{1,6}$/.test(id);
}

/**
 * True if only ids that another tenant may have as well suggest that this is the tenant of a plan or run.
 *
 * @param seen as for `describeTenantMismatch`, which found none
 */
export function isDoubtful(
  planned: TenantIdentity,
  actual: TenantIdentity,
  seen: readonly SeenField[],
  current: readonly CustomField[],
): boolean {
  if (isIdentified(planned, actual)) return false;
  const listed = new Set(current.map(({id}) => id));
  return seen.every(({id}) => !listed.has(id) || isCounter(id));
}
