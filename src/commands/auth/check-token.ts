import {parseDates} from '../../api/dates.js';
import type {CommandContext} from '../../app/command-context.js';
import {openHttp} from '../../app/open-http.js';
import {findError} from '../../base/catch-errors.js';
import {AuthError} from '../../base/errors.js';
import type {Connection} from '../../profile/resolve-connection.js';

/**
 * Tests the token with the two operations that need one (section 5). The roles they require are not documented, so a
 * token that may use either is good, and so is one that may only list fields.
 *
 * @returns what the token may not do; `undefined` if it may use one of the two
 * @throws AuthError when the token is rejected, UnavailableError when the API cannot be reached
 */
export async function checkToken(context: CommandContext, connection: Connection): Promise<string | undefined> {
  const http = openHttp(context, connection, context.fetch, `checking the token with ${connection.baseUrl.host}`);
  const list = (path: string) => http.send({method: 'GET', path, query: [['page_size', '1']]});
  if (!(await isForbidden(parseDates(http, 'today', 'UTC')))) return undefined;
  if (!(await isForbidden(list('v2/deals')))) return undefined;
  await list('v2/customFields');
  return 'this token is not allowed to parse dates or list deals (HTTP 403), but it can list custom fields';
}

/** @throws any error but a 403 */
async function isForbidden(work: Promise<unknown>): Promise<boolean> {
  const error = await findError(work);
  if (error && !(error instanceof AuthError && error.details.status === 403)) throw error;
  return error !== undefined;
}
