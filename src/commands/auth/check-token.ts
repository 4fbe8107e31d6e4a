import {parseDates} from '../../api/dates.js';
import {AuthError} from '../../base/errors.js';
import type {HttpClient} from '../../http/http-client.js';

/**
 * Tests the token with the two operations that need one (section 5). The roles they require are not documented, so a
 * token that may use either is good.
 *
 * @throws AuthError when the token is rejected, UnavailableError when the API cannot be reached
 */
export async function checkToken(http: HttpClient): Promise<void> {
  try {
    await parseDates(http, 'today', 'UTC');
  } catch (error) {
    if (!(error instanceof AuthError) || error.details.status !== 403) throw error;
    await http.send({method: 'GET', path: 'v2/deals', query: {page_size: '1'}});
  }
}
