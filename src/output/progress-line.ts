import type {OutputStream} from '../base/output-stream.js';
import type {Redact} from '../base/redaction.js';
import {toPrintable} from './printable.js';
import type {Reporter} from './reporter.js';
import {eraseLine} from './theme.js';
import {loadWidths} from './width-of.js';

/** The last line of a terminal, which shows what is under way. */
export interface ProgressLine
  extends Pick<Reporter, 'showProgress' | 'showPending' | 'beginOutput' | 'endOutput' | 'endProgress'> {
  /** Writes above the line. */
  readonly write: (text: string) => Promise<void>;
}

/** @param isHidden true if only messages are shown */
export function createProgressLine(stderr: OutputStream, redact: Redact, isHidden: () => boolean): ProgressLine {
  let shown = '';
  let [progress, pending]: [string | undefined, string | undefined] = [undefined, undefined];
  let hasOutput = false;
  let isEnded = false;

  const draw = async () => {
    if (!stderr.canRedraw || isHidden()) return;
    const [{cutText}] = await Promise.all([import('./cut-text.js'), loadWidths()]);
    const before = shown;
    const message = isEnded ? undefined : (progress ?? pending);
    const ellipsis = stderr.hasUnicode ? '…' : '...';
    shown = message === undefined ? '' : cutText(toPrintable(redact(message)), stderr.columns - 1, ellipsis);
    if (before !== shown) await stderr.write(`${eraseLine}${shown}`);
  };

  return {
    write: text => stderr.write(shown === '' ? text : `${eraseLine}${text}${shown}`),
    showProgress: message => {
      progress = message;
      return draw();
    },
    showPending: async message => {
      pending = hasOutput ? undefined : message;
      if (progress === undefined) await draw();
    },
    beginOutput: async () => {
      hasOutput = true;
      if (pending === undefined) return;
      pending = undefined;
      await draw();
    },
    endOutput: () => {
      hasOutput = false;
    },
    endProgress: () => {
      isEnded = true;
      return draw();
    },
  };
}
