/** What time it is in the tests: a Saturday, an hour after noon in UTC. */
export const now = new Date('2026-11-21T13:00:00Z');
/** The token of the tests' tenant. */
export const token = 'sandbox_test-token';
