import type {ApiContext} from '../../../app/api-context.js';
import {listFirst} from '../../../base/and-more.js';
import {countNouns} from '../../../base/count-nouns.js';
import {cannotCombine, UsageError} from '../../../base/errors.js';
import {inChoice} from '../../../base/in-series.js';
import {yieldToInterruption, yieldToSignals} from '../../../base/yield-to-signals.js';
import {type JsonObject, stringOf} from '../../../json/json.js';
import {formatsWith} from '../../../output/formats.js';
import {toYaml} from '../../../output/to-yaml.js';
import type {DetailView} from '../../../output/view.js';
import {describeDeletedChoices, describeDeletionSigns} from '../../../plan/describe-deletion-signs.js';
import {type ExportOptions, fieldsFileHead, toFieldsFile} from '../../../plan/export-fields.js';
import {nameFiles} from '../../../plan/name-files.js';
import {findPartialSign} from '../../../plan/partial-choices.js';
import {writeNewFiles} from '../../../system/files/write-new-files.js';
import {readUpToDateFields} from '../runs/read-fields-to-write.js';

const maxNamed = 10;
/** Formatting more fields takes long enough to say so (row 182). */
const manyFields = 1000;

const exportView: DetailView<readonly JsonObject[]> = {
  lines: () => [],
  toValue: custom_fields => ({custom_fields}),
  documented: ['custom_fields'],
};

function toText(custom_fields: readonly JsonObject[]): string {
  return `${fieldsFileHead}${toYaml({custom_fields})}`;
}

const listName = 'custom_fields:\n';
/** In UTF-16 code units. */
const minPartLength = 64 * 1024;

/** Yields the text of a fields file in parts, so that signals are handled in between. */
async function* toParts(fields: readonly JsonObject[], signal: AbortSignal): AsyncGenerator<string> {
  let part = fields.length === 0 ? toText([]) : fieldsFileHead + listName;
  for (const field of fields) {
    part += toYaml({custom_fields: [field]}).slice(listName.length);
    if (part.length < minPartLength) continue;
    yield part;
    part = '';
    await yieldToSignals(signal);
  }
  yield part;
}

/**
 * Exports all fields of the tenant, to stdout or as one file per field.
 *
 * @param directory for the files; `undefined` for stdout
 */
export async function exportFields(
  context: ApiContext,
  directory: string | undefined,
  options: ExportOptions,
): Promise<void> {
  if (context.options.columns !== undefined && !context.format.isMachine)
    throw new UsageError(
      'fields export does not take --columns',
      suggest => `Run: ${suggest('fields', 'list', '--columns', String(context.options.columns))}`,
    );
  if (directory === '') throw new UsageError('--split is empty', 'Pass a directory: --split DIR.');
  // The files of --split are YAML, whatever format is configured.
  if (directory === undefined && !context.format.holdsDocuments)
    throw new UsageError(
      `fields export does not take --output ${inChoice(formatsWith(({holdsDocuments}) => !holdsDocuments))}`,
      suggest =>
        `Use --output ${inChoice(formatsWith(({holdsDocuments, isMachine}) => holdsDocuments && isMachine))}. For rows, run: ${suggest('fields', 'list', '--output', 'csv')}`,
    );
  const {json, jq, output} = context.options;
  if (directory !== undefined && (json ?? jq ?? output) !== undefined)
    throw cannotCombine('--split', '--output, --json or --jq', 'Omit them; the files are YAML.');
  const {signal} = context.http.settings;
  const fields = await readUpToDateFields(context);
  if (fields.length > manyFields)
    await context.reporter.showPending(`formatting ${countNouns(fields.length, 'field')}…`);
  const {custom_fields, dropped, bound} = await toFieldsFile(fields, signal, options);
  await yieldToSignals(signal);
  if (directory === undefined) await showExport(context, custom_fields);
  else await splitExport(context, custom_fields, directory);
  await context.reporter.showPending(undefined);
  await yieldToInterruption(signal);
  for (const {message} of [...describeDeletionSigns(fields), ...describeDeletedChoices(fields)])
    await context.reporter.warn(message);
  const partial = fields.filter(field => findPartialSign(field) !== undefined);
  if (partial.length > 0)
    await context.reporter.warn(
      `the tenant shows only some of the choices of ${listNames(partial.map(({name}) => name ?? ''))}; the others are not in the export`,
    );
  if (bound.length > 0)
    await context.reporter.note(
      `exported with ids, so these fields can be applied only to this tenant: ${listNames(bound)} (the name is empty or not unique, or a member does not have the type in the API reference)`,
    );
  if (dropped.length > 0)
    await context.reporter.note(
      `left out members that are not in the API reference: ${dropped.join(', ')}; use --all to keep them`,
    );
}

function listNames(names: readonly string[]): string {
  return listFirst(
    names.map(name => JSON.stringify(name)),
    maxNamed,
  );
}

async function showExport(context: ApiContext, fields: readonly JsonObject[]): Promise<void> {
  if (context.format.isMachine) await context.show(exportView, fields);
  else await context.showText(toParts(fields, context.http.settings.signal));
}

/**
 * Writes one file per field. Field names are never used as paths.
 *
 * @throws UsageError when the directory is not empty, LocalError when a file cannot be written
 */
async function splitExport({reporter}: ApiContext, fields: readonly JsonObject[], directory: string): Promise<void> {
  const names = nameFiles(fields.map(({name}) => stringOf(name) ?? ''));
  const files = fields.map((field, index) => ({name: `${names[index]}.yaml`, text: toText([field])}));
  writeNewFiles(directory, files);
  await reporter.note(`wrote ${countNouns(fields.length, 'field')} to ${directory}`);
}
