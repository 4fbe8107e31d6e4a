import {BrokenPagingError, type Page} from '../api/page.js';
import {countNouns} from '../base/count-nouns.js';
import {AuthError, BizctlError, BrokenPipeError, IncompleteError, InterruptedError} from '../base/errors.js';
import {quoteArgument, toOptionWords} from '../base/shell-word.js';
import {type Message, toText} from '../base/suggest-command.js';
import {countRows} from '../json/count-rows.js';

/** A longer token would not fit on a command line. */
const maxTokenLength = 10_000;

/** The options that continue a list at a token. */
export function pageTokenOption(token: string): readonly string[] {
  return toOptionWords('--page-token', token);
}

interface ResumeOptions {
  /** True if only complete lists are printed, so that there is nothing to continue. */
  readonly isGathered?: boolean | undefined;
  /** Returns the options that continue the list at a token. */
  readonly toPageOption?: (token: string) => readonly string[];
}

/**
 * Passes pages on; if a page after the first fails, the error says how to continue.
 *
 * @throws IncompleteError, or the InterruptedError, whose hint names the `--page-token`
 */
export async function* withResumeHint<Row>(
  pages: AsyncIterable<Page<Row>>,
  {isGathered = false, toPageOption = pageTokenOption}: ResumeOptions = {},
): AsyncGenerator<Page<Row>> {
  let count = 0;
  let next: string | undefined;
  let repeats = 0;
  try {
    for await (const page of pages) {
      count += countRows(page);
      // Printed rows of a page that is not complete come again.
      if (page.isPart) repeats += countRows(page);
      else [next, repeats] = [page.next, 0];
      yield page;
    }
  } catch (error) {
    const isFinal =
      error instanceof BrokenPagingError || error instanceof BrokenPipeError || error instanceof IncompleteError;
    if (next === undefined || isFinal || !(error instanceof BizctlError)) throw error;
    const isInterrupted = error instanceof InterruptedError;
    if (isGathered) {
      if (isInterrupted) throw error;
      throw new IncompleteError(`the list is incomplete, so nothing was printed: ${error.message}`, {
        ...error.details,
        cause: error,
      });
    }
    const way =
      next.length > maxTokenLength
        ? 'The page token is too long to show. List again from the start.'
        : `Continue with ${toPageOption(next).map(quoteArgument).join(' ')}${repeats === 0 ? '' : `, which lists the last ${countNouns(repeats, 'row')} again`}`;
    const {hint: advice, status = 0} = error.details;
    // It may be the page token that was refused.
    const isRefused = status >= 400 && status < 500 && ![401, 403, 408, 423, 429].includes(status);
    const hint: Message =
      error instanceof AuthError && advice !== undefined
        ? suggest => `${toText(advice, suggest)} ${way}`
        : `${isRefused ? 'If the page token has expired, list again from the start. ' : ''}${way}`;
    if (isInterrupted) throw error.with({hint});
    throw new IncompleteError(`the list is incomplete; it ends after ${countNouns(count, 'row')}: ${error.message}`, {
      ...error.details,
      hint,
      cause: error,
    });
  }
}
