/** Removes trailing slashes and unifies the names of localhost, so that only different servers differ. */
export function normalizeAddress(address: string): string {
  return address
    .replace(/^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/])/, 'http://localhost')
    .replace(/\/+$/, '');
}

/** True if two base URLs are those of one server and path. */
export function isSameAddress(one: string, other: string): boolean {
  return normalizeAddress(one) === normalizeAddress(other);
}
