import type {CommandContext} from '../../../app/command-context.js';
import {listFirst} from '../../../base/and-more.js';
import {only} from '../../../base/catch-errors.js';
import {UsageError} from '../../../base/errors.js';
import {runBlocking} from '../../../base/yield-to-signals.js';
import {objectOf} from '../../../json/json.js';
import type {DesiredState} from '../../../plan/desired-field.js';
import {parseFields} from '../../../plan/parse-fields.js';
import {type Problem, parseRemark} from '../../../plan/plan.js';
import type {Source} from '../../../plan/read-field-list.js';
import type {CsvField} from '../body/read-csv-fields.js';
import {findRepeated} from '../input/find-repeated.js';
import {refuseProblems} from './refuse-problems.js';

/** The files that are read from a directory. */
const fieldsFile = /(?<!\.schema)\.(?:ya?ml|json)$/i;
/** True for schemas beside them, but for the one that exports point to. */
const isSchema = (file: string) => /(?<!(?:^|[/\\])fields)\.schema\.(?:ya?ml|json)$/i.test(file);

/** Reading a file this long can take long enough to say so (row 182). */
const longBytes = 500_000;

/**
 * Reads fields files. All problems are reported at once.
 *
 * @param showProblems receives the problems before they are reported
 * @throws UsageError if there are problems
 */
export async function readDesiredState(
  context: Pick<CommandContext, 'files' | 'io' | 'reporter' | 'withDefaultSignals' | 'signal'>,
  names: readonly string[],
  showProblems?: (problems: readonly Problem[]) => Promise<void>,
): Promise<DesiredState> {
  const [{readInput}, {readDocument}, {isCsvName, readCsvFields}] = await Promise.all([
    import('../../../app/read-input.js'),
    import('../../../json/read-document.js'),
    import('../body/read-csv-fields.js'),
  ]);
  const sources: Source[] = [];
  const problems: Problem[] = [];
  const show = async (error: UsageError): Promise<never> => {
    await showProblems?.([toProblem(error)]);
    throw error;
  };
  for (const file of await listFiles(context, names, isCsvName).catch(only(UsageError, show))) {
    const name = file === '-' ? 'stdin' : file;
    try {
      const bytes = await readInput(context, file);
      if (bytes.length > longBytes) await context.reporter.showPending(`reading ${name}…`);
      sources.push(
        isCsvName(file)
          ? toSource(name, await runBlocking(context, () => readCsvFields(bytes, name)))
          : {name, ...(await readDocument(bytes, name, context))},
      );
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push(toProblem(error));
    }
  }
  const parsed = await runBlocking(context, () => parseFields(sources));
  await context.reporter.showPending(undefined);
  const all = [...problems, ...parsed.problems];
  if (all.length > 0) await showProblems?.(all);
  await refuseProblems(all, context.reporter);
  return parsed.desired;
}

/** The rows of a CSV file, as a fields file has them. */
function toSource(name: string, fields: readonly CsvField[]): Source {
  return {
    name,
    value: {custom_fields: fields.map(({value}) => value)},
    where: ([_list, index, ...path]) => fields[Number(index)]?.where(path) ?? `${name}:1:1`,
    membersFor: (index, current) => {
      // The choices are those of the cell, and no others.
      const {display_type} = objectOf(current['options']) ?? {};
      return fields[index]?.readFlags({...current, options: display_type === undefined ? {} : {display_type}}) ?? {};
    },
  };
}

function toProblem({message, details: {hint}}: UsageError): Problem {
  const {place = '', message: words} = parseRemark(message);
  return {place, message: words, hint};
}

const maxNamed = 5;

async function listFiles(
  {files, reporter}: Pick<CommandContext, 'files' | 'reporter'>,
  names: readonly string[],
  isCsvName: (file: string) => boolean,
): Promise<readonly string[]> {
  const listed = await Promise.all(
    names.map(async name => {
      const inside = name === '-' ? undefined : await files.list(name);
      if (!inside) return [name];
      const found = inside.filter(file => fieldsFile.test(file));
      const others = inside.filter(file => !names.includes(file));
      const skip = async (what: string, skipped: readonly string[], advice: string) => {
        if (skipped.length > 0)
          await reporter.note(`${what} in ${name} are not read: ${listFirst(skipped, maxNamed)}; ${advice}`);
      };
      await skip('CSV files', others.filter(isCsvName), 'pass them with -f');
      await skip('schemas', others.filter(isSchema), 'if one declares fields, pass it with -f');
      if (found.length === 0)
        throw new UsageError(`${name} contains no fields files`, 'Use files whose names end in .yaml, .yml or .json.');
      return found;
    }),
  );
  const found = listed.flat();
  const repeated = findRepeated(found);
  if (repeated !== undefined) throw new UsageError(`${repeated} was given twice`, 'Pass each file once.');
  return found;
}
