import type {Answer} from '../../api/http.js';
import type {Json} from '../../json.js';
import {parseJson, TooDeepError} from '../../json.js';
import type {Session} from '../../session.js';
import type {ApiOptions} from './options.js';

/** The value of a body that is JSON; `undefined` for any other. */
function parseBody(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TooDeepError) return undefined;
    throw error;
  }
}

/**
 * Prints an answer, whatever its status: in the format that was asked for, or else as it came.
 *
 * @throws the error that its status means, once its body is printed
 */
export async function showAnswer(session: Session, answer: Answer, {include}: ApiOptions): Promise<void> {
  const {status, headers, text, problem} = answer;
  if (include)
    await session.showText(
      `HTTP ${status}\n${Array.from(headers, ([name, value]) => `${name}: ${value}\n`).join('')}\n`,
    );
  const value = text === '' ? undefined : parseBody(text);
  if (value !== undefined) await session.showBody(value, text);
  else if (text !== '') await session.showText(text.endsWith('\n') ? text : `${text}\n`);
  if (problem) throw problem;
}
