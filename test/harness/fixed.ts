/** The time in the tests: a Saturday, 13:00 UTC. */
export const now = new Date('2026-11-21T13:00:00Z');
/** The token of the tests' tenant. */
export const token = 'sandbox_test-token';
