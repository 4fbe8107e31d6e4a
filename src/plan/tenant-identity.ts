import {createHash} from 'node:crypto';
import type {CustomField} from '../api/schemas.js';

/** Which tenant a plan or a run is for. */
export interface TenantIdentity {
  readonly base_url: string;
  /** The profile, or `BIZCTL_TENANT`; `null` when neither names the tenant. */
  readonly tenant: string | null;
  /** 8 hexadecimal digits; `null` without a token. */
  readonly token_fingerprint: string | null;
}

/** A field that was seen on a tenant. */
export interface SeenField {
  readonly id: string;
  readonly name: string;
}

/** Enough to recognize a tenant by. */
const maxSeenFields = 50;

/** 8 hexadecimal digits that tell tokens apart and reveal nothing about them. */
export function fingerprintToken(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 8);
}

/** Fields to recognize the tenant by, those of the given ids first. */
export function pickSeenFields(current: readonly CustomField[], ids: ReadonlySet<string>): readonly SeenField[] {
  const named = current.flatMap(({id, name}) =>
    id === undefined || (name ?? '') === '' ? [] : [{id, name: name ?? ''}],
  );
  return [...named.filter(({id}) => ids.has(id)), ...named.filter(({id}) => !ids.has(id))].slice(0, maxSeenFields);
}

/** The base URL without what does not tell tenants apart: a trailing slash, and which name this machine goes by. */
function normalizeAddress(base_url: string): string {
  return base_url
    .replace(/^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?=[:/])/, 'http://localhost')
    .replace(/\/+$/, '');
}

export function isSameAddress(one: string, other: string): boolean {
  return normalizeAddress(one) === normalizeAddress(other);
}

/** A text that is the same for all applies that must not run at once. A tenant without a name is told apart by its token. */
export function lockNameOf({base_url, tenant, token_fingerprint}: TenantIdentity): string {
  return [normalizeAddress(base_url), tenant === null ? `token ${token_fingerprint}` : `tenant ${tenant}`].join(' ');
}

/**
 * Says why the tenant at hand cannot be taken for the one of a plan or a run; `undefined` when it can (fault 156). Tokens are rotated, so another token
 * alone proves nothing.
 *
 * @param seen fields that the plan or run saw on its tenant, or created there
 * @param current all fields of the tenant at hand
 */
export function findOtherTenant(
  planned: TenantIdentity,
  actual: TenantIdentity,
  seen: readonly SeenField[],
  current: readonly CustomField[],
): string | undefined {
  const names = new Map(current.map(({id, name}) => [id, name]));
  const renamed = seen.find(({id, name}) => names.has(id) && names.get(id) !== name);
  if (renamed) return `the id ${renamed.id} was the field ${JSON.stringify(renamed.name)} there`;
  if (planned.tenant !== null && actual.tenant !== null)
    return planned.tenant === actual.tenant ? undefined : `that was ${planned.tenant}, and this is ${actual.tenant}`;
  if (planned.token_fingerprint === actual.token_fingerprint) return undefined;
  if (seen.some(({id}) => names.has(id))) return undefined;
  return seen.length === 0
    ? 'the token is another one, and no fields were seen there'
    : 'the token is another one, and none of the fields seen there exists here';
}
