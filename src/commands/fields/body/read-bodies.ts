import type {ApiContext} from '../../../app/api-context.js';
import {UsageError} from '../../../base/errors.js';
import type {SuggestCommand} from '../../../base/suggest-command.js';
import {mapInSteps, runBlocking} from '../../../base/yield-to-signals.js';
import type {JsonObject} from '../../../json/json.js';
import type {PlacedObject, PlacedObjects} from '../input/placed-objects.js';
import {requireTenantOfFiles} from '../runs/identify-tenant.js';
import {type BodyKind, checkBodies, checkFlags} from './check-bodies.js';
import type {CsvField} from './read-csv-fields.js';

export interface Body {
  /** The members to send: those of the file, overridden by flags. */
  readonly body: JsonObject;
  /** The members of the file that are not merged as flags are; empty without a file. */
  readonly declared: JsonObject;
  /** Merges the flags, or the cells of a row, into a field. */
  readonly readFlags: ReadFlags;
  /** `FILE:LINE:COLUMN`; `undefined` unless the file contains a list. */
  readonly place: string | undefined;
}

export interface Bodies {
  readonly bodies: readonly Body[];
  /** True for a list in the input, even of one field. */
  readonly isList: boolean;
}

/** Returns the members that flags set, merged into those of a base. */
export type ReadFlags = (base: JsonObject) => JsonObject;

/**
 * Reads the bodies to send from a file, overridden by flags.
 *
 * @param file `-` for stdin; `undefined` if there are only flags
 * @throws UsageError naming every problem, before any request is sent
 */
export async function readBodies(
  context: ApiContext,
  kind: BodyKind,
  file: string | undefined,
  readFlags: ReadFlags,
): Promise<Bodies> {
  if (file === undefined) {
    const flags = readFlags({});
    if (Object.keys(flags).length === 0)
      throw new UsageError(
        `nothing to ${kind}`,
        `Pass options or --file. To list the options, run: bizctl fields ${kind} --help`,
      );
    checkFlags(flags, kind);
    return {bodies: [{body: flags, declared: {}, readFlags, place: undefined}], isList: false};
  }
  const name = file === '-' ? 'stdin' : file;
  const {objects, isList, tenant} = await readFile(context, kind, file, name);
  requireTenantOfFiles(context, tenant);
  if (isList && Object.keys(readFlags({})).length > 0)
    throw new UsageError(
      'options apply to one field, but the file contains a list',
      'Omit the options, or put them into the file.',
    );
  if (objects.length === 0)
    throw new UsageError(
      `${name} contains no fields`,
      kind === 'update'
        ? 'Use one object.'
        : `Use one object, a list, or one object per line${file === '-' ? '' : '; a *.csv file has one field per row'}.`,
    );
  const byName = (what: string) => (suggest: SuggestCommand) =>
    `To update ${what} by name, or create ${objects.length === 1 ? 'it' : 'them'}, run: ${suggest('fields', 'create', '--file', file, '--if-exists', 'update')}`;
  if (kind === 'update' && objects.length > 1)
    throw new UsageError(
      `${name} contains ${objects.length} objects, but an update takes one`,
      objects.every(({value}) => typeof value['name'] === 'string')
        ? byName('these fields')
        : 'Run one update per field.',
    );
  if (kind === 'update' && objects.every(({value}) => 'name' in value && 'type' in value))
    throw new UsageError(
      `${name} contains a whole field, but an update takes only the members to change`,
      byName('the field'),
    );
  const complete = ({value, where, members = value, readFlags: readRow = readFlags}: (typeof objects)[number]) => {
    const declared = kind === 'create' ? withoutOwn(members) : members;
    return {declared, value: {...declared, ...readRow(declared)}, readFlags: readRow, where};
  };
  const placed = await mapInSteps(objects, complete, context.signal);
  if (kind === 'update' && placed.every(({value}) => Object.keys(value).length === 0))
    throw new UsageError(`nothing to update in ${name}`, 'The file must contain the members to change.');
  await runBlocking(context, () => checkBodies(placed, kind));
  if (kind === 'create' && objects.some(({value}) => 'id' in value))
    await context.reporter.note('ignored "id": the API assigns the id of a new field');
  return {
    bodies: placed.map(({declared, value, readFlags, where}) => ({
      body: value,
      declared,
      readFlags,
      place: isList ? where([]) : undefined,
    })),
    isList,
  };
}

interface Input extends Pick<PlacedObjects, 'isList' | 'tenant'> {
  readonly objects: readonly (PlacedObject & Partial<CsvField>)[];
}

async function readFile(context: ApiContext, kind: BodyKind, file: string, name: string): Promise<Input> {
  const [{readObjects}, {readInput}, {isCsvName, readCsvFields}] = await Promise.all([
    import('../input/read-objects.js'),
    import('../../../app/read-input.js'),
    import('./read-csv-fields.js'),
  ]);
  const bytes = await readInput(context, file);
  if (!isCsvName(file)) return readObjects(bytes, name, context);
  if (kind === 'create') return {objects: await runBlocking(context, () => readCsvFields(bytes, name)), isList: true};
  throw new UsageError(`${name} is CSV, which can only create fields`, 'Pass JSON or YAML with the members to change.');
}

/**
 * Drops the id, so that the output of `fields list` can be created in another tenant, and what only a plan reads, so
 * that one file serves both.
 */
function withoutOwn({id: _id, protect: _protect, ...members}: JsonObject): JsonObject {
  return members;
}
