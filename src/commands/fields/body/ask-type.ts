import {findProblem} from '../../../base/find-problem.js';
import type {PromptChoice, Prompts} from '../../../base/prompts.js';
import {primitiveWords} from '../../field-words.js';
import {parseType} from './parse-type.js';

/** Returns a type in the syntax of `--type`. */
export async function askForType(prompts: Prompts, question: string): Promise<string> {
  const kind = await prompts.choose(question, [
    ...primitiveWords.map(toChoice),
    {value: 'array', label: 'array', hint: 'several values of one type'},
    {value: 'ref', label: 'reference', hint: 'to a contact, a company and so on'},
    {value: 'other', label: 'other', hint: 'a type that is not in the API reference'},
  ]);
  switch (kind) {
    case 'array':
      return `array<${await askForType(prompts, 'Element type')}>`;
    case 'ref': {
      const target = await prompts.ask('Referenced type, as CATEGORY/NAME (for example CRM/Contact)', text =>
        isType(`ref<${text}>`) ? undefined : 'Enter CATEGORY/NAME, for example CRM/Contact.',
      );
      const fields = splitList(
        await prompts.ask('Fields to show, separated by commas (empty for none)', text =>
          isType(`ref<${target}>(${splitList(text).join(',')})`)
            ? undefined
            : 'Enter field names, for example: name, email',
        ),
      );
      return `ref<${target}>${fields.length === 0 ? '' : `(${fields.join(',')})`}`;
    }
    case 'other':
      return prompts.ask('Type in capitals, for example QUANTUM', text =>
        isType(text) ? undefined : 'Enter a type in capitals, for example QUANTUM.',
      );
    default:
      return kind;
  }
}

function isType(text: string): boolean {
  return findProblem(() => parseType(text)) === undefined;
}

export function toChoice(word: string): PromptChoice<string> {
  return {value: word, label: word};
}

/** Splits at commas, without blanks. */
export function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '');
}
