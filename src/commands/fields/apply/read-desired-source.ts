import type {ApiContext} from '../../../app/api-context.js';
import {openProfiles} from '../../../app/open-profiles.js';
import {NotFoundError} from '../../../base/errors.js';
import type {DesiredState} from '../../../plan/desired-field.js';
import {toFieldsFile} from '../../../plan/export-fields.js';
import {parseFields} from '../../../plan/parse-fields.js';
import {readDesiredState, refuseProblems} from './read-desired.js';
import {readUpToDate} from './read-fields-to-write.js';

/**
 * True if the argument looks like a path, or is a directory and no profile.
 *
 * @throws NotFoundError if it is none of these
 */
async function isPath(source: string, context: ApiContext): Promise<boolean> {
  if (source === '-' || /[/\\]|\.(?:ya?ml|json|csv)$/i.test(source)) return true;
  const {profiles} = await (await openProfiles(context, context.reporter)).read();
  if (Object.hasOwn(profiles, source)) return false;
  if ((await context.files.list(source)) !== undefined) return true;
  throw new NotFoundError(`no fields file or profile named ${JSON.stringify(source)}`, {
    hint: suggest =>
      `Pass a file that ends with .yaml, .yml, .json or .csv. To list profiles, run: ${suggest('profile', 'list')}`,
  });
}

/**
 * Reads the desired state from files or from another tenant, whose ids are left out because every tenant has its own.
 *
 * @param source a path or a profile
 */
export async function readDesiredSource(
  context: ApiContext,
  source: string,
  openProfile: (name: string) => Promise<ApiContext>,
): Promise<DesiredState> {
  if (await isPath(source, context)) return readDesiredState(context, [source]);
  const other = await openProfile(source);
  const {custom_fields: value} = await toFieldsFile(await readUpToDate(other), other.http.settings.signal);
  const {desired, problems} = parseFields([{name: source, value, where: () => `profile ${source}`}]);
  await refuseProblems(problems, context.reporter);
  return desired;
}
