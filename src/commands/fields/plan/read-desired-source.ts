import {withoutArchivedTwins} from '../../../api/looks-deleted.js';
import {type CustomField, isMarkedDeleted} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {readProfiles} from '../../../app/open-profiles.js';
import {BizctlError, InterruptedError, NotFoundError} from '../../../base/errors.js';
import {createSuggester, toText} from '../../../base/suggest-command.js';
import type {DesiredState} from '../../../plan/desired-field.js';
import {toFieldsFile} from '../../../plan/export-fields.js';
import {parseFields} from '../../../plan/parse-fields.js';
import {nameOf} from '../../../plan/plan-field.js';
import {toPlainName} from '../../../plan/similar-names.js';
import {readUpToDateFields} from '../runs/read-fields-to-write.js';
import {readDesiredState} from './read-desired.js';
import {refuseProblems} from './refuse-problems.js';
import {refuseTokenOfOther} from './refuse-shared-token.js';

/**
 * True if the argument looks like a path, or is a directory and no profile.
 *
 * @throws NotFoundError if it is none of these
 */
async function isPath(source: string, context: ApiContext): Promise<boolean> {
  if (source === '-' || /[/\\]|\.(?:ya?ml|json|csv)$/i.test(source)) return true;
  const {profiles} = await readProfiles(context, context.reporter);
  if (Object.hasOwn(profiles, source)) return false;
  if ((await context.files.list(source)) !== undefined) return true;
  throw new NotFoundError(`no fields file or profile named ${JSON.stringify(source)}`, {
    hint: suggest =>
      `Pass a file whose name ends in .yaml, .yml, .json or .csv. To list profiles, run: ${suggest('profile', 'list')}`,
  });
}

interface DesiredSource extends DesiredState {
  /** Paths of members of a profile's fields that the reference does not name. */
  readonly dropped: readonly string[];
  /** Fields of a profile that no name identifies, by their plain names. */
  readonly uncompared: ReadonlyMap<string, readonly CustomField[]>;
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
): Promise<DesiredSource> {
  if (await isPath(source, context))
    return {...(await readDesiredState(context, [source])), dropped: [], uncompared: new Map()};
  const {fields: all, signal} = await readProfile(context, source, openProfile);
  const fields = withoutArchivedTwins(all);
  const byName = Map.groupBy(fields, field => toPlainName(nameOf(field)));
  const isComparable = (field: CustomField) =>
    nameOf(field) !== '' && byName.get(toPlainName(nameOf(field)))?.length === 1;
  const comparable = fields.filter(isComparable);
  const {custom_fields: value, dropped} = await toFieldsFile(comparable, signal);
  const {desired, problems} = parseFields([{name: source, value, where: () => `profile ${source}`}]);
  await refuseProblems(problems, context.reporter);
  const others = fields.filter(field => !isComparable(field));
  return {
    ...desired,
    dropped,
    // An odd shape keeps the id of a field in a file. Nothing is sent here, and the ids are those of another tenant.
    fields: desired.fields.map(field => ({...field, id: undefined, flaws: [], isOfTenant: true})),
    uncompared: Map.groupBy(others, field => toPlainName(nameOf(field))),
  };
}

/** Reads the fields of another tenant. Its errors name the profile, and suggest commands for that profile. */
async function readProfile(context: ApiContext, profile: string, openProfile: (name: string) => Promise<ApiContext>) {
  const rethrow = (error: unknown): never => {
    if (!(error instanceof BizctlError) || error instanceof InterruptedError) throw error;
    const {hint} = error.details;
    throw error.with({
      message: `${profile}: ${error.message}`,
      hint: hint === undefined ? undefined : toText(hint, createSuggester({profile})),
    });
  };
  const other = await openProfile(profile).catch(rethrow);
  refuseTokenOfOther(context, other, profile);
  const fields = await readUpToDateFields(other).catch(rethrow);
  return {fields: fields.filter(field => !isMarkedDeleted(field)), signal: other.http.settings.signal};
}
