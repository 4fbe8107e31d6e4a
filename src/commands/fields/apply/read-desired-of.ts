import {readSettledFields} from '../../../api/fields.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {DesiredState} from '../../../plan/desired-field.js';
import {toFieldsFile} from '../../../plan/export-fields.js';
import {parseFields} from '../../../plan/parse-fields.js';
import {readDesiredState, refuseProblems} from './read-desired.js';

/** What a word on the command line stands for: a path, as it looks like one, or else a profile. */
function isPath(word: string): boolean {
  return word === '-' || /[/\\]|\.(?:ya?ml|json)$/i.test(word);
}

/** The fields of files, or of another tenant: of that without their ids, as no two tenants share them. */
export async function readDesiredStateOf(
  context: ApiContext,
  word: string,
  openProfile: (name: string) => Promise<ApiContext>,
): Promise<DesiredState> {
  if (isPath(word)) return readDesiredState(context, [word]);
  const other = await openProfile(word);
  const {custom_fields: value} = toFieldsFile(await readSettledFields(other.http));
  const {desired, problems} = parseFields([{name: word, value, where: () => `profile ${word}`}]);
  await refuseProblems(problems, context.reporter);
  return desired;
}
