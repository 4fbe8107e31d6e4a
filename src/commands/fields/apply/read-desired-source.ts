import {readSettledFields} from '../../../api/fields.js';
import type {ApiContext} from '../../../app/api-context.js';
import {openProfiles} from '../../../app/open-profiles.js';
import type {DesiredState} from '../../../plan/desired-field.js';
import {toFieldsFile} from '../../../plan/export-fields.js';
import {parseFields} from '../../../plan/parse-fields.js';
import {readDesiredState, refuseProblems} from './read-desired.js';

/** True if the argument looks like a path, or is a directory and no profile. */
async function isPath(source: string, context: ApiContext): Promise<boolean> {
  if (source === '-' || /[/\\]|\.(?:ya?ml|json)$/i.test(source)) return true;
  if ((await context.files.list(source)) === undefined) return false;
  const {profiles} = await (await openProfiles(context, context.reporter)).read();
  return !Object.hasOwn(profiles, source);
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
  const {custom_fields: value} = toFieldsFile(await readSettledFields(other.http));
  const {desired, problems} = parseFields([{name: source, value, where: () => `profile ${source}`}]);
  await refuseProblems(problems, context.reporter);
  return desired;
}
