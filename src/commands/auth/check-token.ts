import {parseDates} from '../../api/dates.js';
import {AuthError} from '../../base/errors.js';
import type {HttpClient} from '../../http/http-client.js';

/**
 * Asks whether the API takes the token, at the two operations that need one (section 5). Which roles they need is not shown, so a token that may do one
 * of them is good.
 *
 * @throws AuthError when it is not taken, UnavailableError when that cannot be found out
 */
export async function checkToken(http: HttpClient): Promise<void> {
  try {
    await parseDates(http, 'today', 'UTC');
  } catch (error) {
    if (!(error instanceof AuthError) || error.details.status !== 403) throw error;
    await http.send({method: 'GET', path: 'v2/deals', query: {page_size: '1'}});
  }
}
