import {readAllFields} from '../../../api/fields.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {Prompts} from '../../../base/prompts.js';
import {toOptionWords} from '../../../base/shell-word.js';
import {createSuggester} from '../../../base/suggest-command.js';
import {describeSpelling, toPlainName} from '../../../plan/similar-names.js';
import {optionWords} from '../../field-words.js';
import {findRepeated} from '../input/find-repeated.js';
import {askForType, splitList, toChoice} from './ask-type.js';
import {buildCreateBody, type CreateOptions} from './build-body.js';
import type {IfExists} from './decide-create.js';

type Answers = Pick<CreateOptions, 'name' | 'type' | 'label' | 'description' | 'required' | 'option' | 'optionDisplay'>;

type GivenOptions = CreateOptions & {
  readonly file?: string | undefined;
  readonly ifExists: IfExists;
  readonly dryRun?: true | undefined;
};

/** Returns the given options, completed by prompts if the name or the type is missing and there is a terminal. */
export async function completeOptions<Options extends GivenOptions>(
  given: Options,
  {prompts, http, tenant, options}: ApiContext,
): Promise<Options & Answers> {
  const {name, type, label, description, required, option, optionDisplay, file, ifExists, ...others} = given;
  // Invalid options are refused before anything is asked.
  buildCreateBody(given, {});
  // An option that the prompts do not ask for means that the field is fully described.
  const isComplete = file !== undefined || (name !== undefined && type !== undefined);
  if (isComplete || !prompts || Object.keys(buildCreateBody(others, {})).length > 0) return {...given};
  const names = ifExists === 'allow' ? [] : (await readAllFields(http)).map(field => field.name ?? '');
  const taken = new Map(ifExists === 'fail' ? names.map(each => [toPlainName(each), each]) : []);
  const answers = await askForField(prompts, taken, {name, type, label, description, required, option, optionDisplay});
  const line = `${'command'.padEnd(13)}${createSuggester(options)(...toWords(answers, ifExists))}`;
  const question =
    ifExists === 'update' && names.includes(answers.name ?? '')
      ? `A field with that name already exists. Change it in ${tenant}?`
      : `Create this custom field in ${tenant}?`;
  if (!given.dryRun) await prompts.confirm(question, [...describeAnswers(answers), line]);
  return {...given, ...answers};
}

async function askForField(prompts: Prompts, taken: ReadonlyMap<string, string>, given: Answers): Promise<Answers> {
  const checkName = (text: string) => {
    if (text === '') return 'A field needs a name.';
    const other = taken.get(toPlainName(text));
    if (other === undefined) return undefined;
    return other === text
      ? 'A field with that name already exists.'
      : `A field whose name differs only in ${describeSpelling(text, other)} already exists.`;
  };
  const problem = given.name === undefined ? undefined : checkName(given.name);
  const question = problem === undefined ? 'Name (cannot be changed later)' : `${problem} Enter another name`;
  const name = given.name === undefined || problem !== undefined ? await prompts.ask(question, checkName) : given.name;
  const type = given.type ?? (await askForType(prompts, 'Type (cannot be changed later)'));
  const label = given.label ?? (await prompts.ask('Label shown to people (empty for none)'));
  const description = given.description ?? (await prompts.ask('Description (empty for none)'));
  const required =
    given.required === undefined ? await prompts.choose('Require a value?', ['no', 'yes'].map(toChoice)) : 'yes';
  const choices =
    given.option ?? splitList(await prompts.ask('Choices, separated by commas (empty for any value)', checkChoices));
  const optionDisplay =
    choices.length === 0 || given.optionDisplay !== undefined
      ? given.optionDisplay
      : await prompts.choose('How the choices are shown', optionWords.map(toChoice));
  return {
    name,
    type,
    ...(label === '' ? {} : {label}),
    ...(description === '' ? {} : {description}),
    ...(required === 'yes' ? {required: true} : {}),
    ...(choices.length === 0 ? {} : {option: choices, optionDisplay}),
  };
}

function checkChoices(text: string): string | undefined {
  const repeated = findRepeated(splitList(text));
  return repeated === undefined ? undefined : `The choice ${JSON.stringify(repeated)} appears twice.`;
}

function describeAnswers(answers: Answers): readonly string[] {
  const {option, optionDisplay = ''} = answers;
  const shown: readonly (readonly [string, string | undefined])[] = [
    ['name', answers.name],
    ['type', answers.type],
    ['label', answers.label],
    ['description', answers.description],
    ['required', answers.required ? 'yes' : 'no'],
    ['choices', option && `${option.join(', ')} (${optionDisplay})`],
  ];
  return shown.flatMap(([what, value]) => (value === undefined ? [] : [`${what.padEnd(13)}${value}`]));
}

/** Returns the words of the command line that creates the same field. */
function toWords(
  {name, type, label, description, required, option = [], optionDisplay}: Answers,
  ifExists: IfExists,
): readonly string[] {
  const flags: readonly (readonly [string, string | undefined])[] = [
    ['--name', name],
    ['--type', type],
    ['--label', label],
    ['--description', description],
    ...option.map(title => ['--option', title] as const),
    ['--option-display', optionDisplay],
    ['--if-exists', ifExists === 'fail' ? undefined : ifExists],
  ];
  const words = flags.flatMap(([flag, value]) => (value === undefined ? [] : toOptionWords(flag, value)));
  return ['fields', 'create', ...words, ...(required ? ['--required'] : [])];
}
