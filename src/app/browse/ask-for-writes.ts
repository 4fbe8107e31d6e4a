import {type JsonObject} from '../../json/json.js';
import {sameJson} from '../../json/same-json.js';
import {toPrintable} from '../../output/printable.js';
import type {BrowserEntry} from './entries.js';
import {type BrowseState, listMode, type Mode, type Step, targetEntries} from './state.js';

export interface Described {
  /** A plural noun: "custom fields". */
  readonly noun: string;
  readonly describe: (row: JsonObject) => string;
}

export function withTargets(state: BrowseState, toStep: (entries: readonly BrowserEntry[]) => Step): Step {
  const entries = targetEntries(state);
  return entries.length === 0 ? {state} : toStep(entries);
}

/** Such as ` (2 of them are hidden by the search)`. */
function describeUnseen({visible}: BrowseState, entries: readonly BrowserEntry[]): string {
  const shown = new Set(visible.map(({key}) => key));
  const unseen = entries.filter(({key}) => !shown.has(key)).length;
  if (unseen === 0) return '';
  const which = unseen === entries.length ? 'marked, but' : `${unseen} of them ${unseen === 1 ? 'is' : 'are'}`;
  return ` (${which} hidden by the search)`;
}

/** Characters of a description that a question quotes. */
const maxInQuestion = 120;

export function askForDeletion(state: BrowseState, {noun, describe}: Described): Step {
  return withTargets(state, entries => {
    const isBulk = entries.length > 1;
    const unseen = describeUnseen(state, entries);
    const described = entries.map(({row}) => toPrintable(describe(row)));
    const [first = ''] = described;
    // A long name is scrolled above the question, which has to fit the screen.
    const isListed = isBulk || first.length > maxInQuestion;
    const question = isBulk
      ? `Delete these ${entries.length} ${noun}${unseen} and the values stored in them? Type ${entries.length} to confirm:`
      : `Delete ${isListed ? 'this' : first}${unseen} and the values stored in it?`;
    const mode: Mode = {
      kind: 'confirm',
      question,
      lines: isListed ? described : [],
      top: 0,
      isYes: false,
      expected: isBulk ? String(entries.length) : undefined,
      typed: '',
      busy: `Deleting ${entries.length}…`,
      effect: {kind: 'delete', entries},
    };
    return {state: {...state, mode}};
  });
}

/** Asks which member of the marked rows, or of the selected one, to change. */
export function askForChange(state: BrowseState): Step {
  return withTargets(state, entries => {
    const mode: Mode = {
      kind: 'choose',
      question: `Which member of ${describeTargets(state, entries)} should change?`,
      options: Object.keys(state.forms),
      index: 0,
      onEnter: (member, now) => ({state: askForValue(now, entries, member, findDraft(now, entries, member))}),
    };
    return {state: {...state, mode}};
  });
}

/** The refused text that was typed for the same member of the same rows. */
function findDraft({draft}: BrowseState, entries: readonly BrowserEntry[], member: string): string {
  const isSame = draft?.member === member && sameJson(draft.keys, entries.map(keyOf));
  return isSame ? draft.value : '';
}

function keyOf({key}: BrowserEntry): string {
  return key;
}

function describeTargets({marked}: BrowseState, entries: readonly BrowserEntry[]): string {
  if (entries.length > 1) return `${entries.length} rows`;
  return marked.size > 0 ? 'the marked row' : 'this row';
}

const expectedForms = {text: 'empty for null', flag: 'yes or no', json: 'JSON; empty for null'} as const;

/** Asks for the value of a member; what was typed before stays. */
export function askForValue(
  state: BrowseState,
  entries: readonly BrowserEntry[],
  member: string,
  text: string,
): BrowseState {
  return {
    ...state,
    mode: {
      kind: 'ask',
      question: `${state.forms[member] === 'flag' ? `Set ${member}` : `New ${member}`} for ${describeTargets(state, entries)}${describeUnseen(state, entries)} (${expectedForms[state.forms[member] ?? 'text']}):`,
      text,
      onEnter: (value, now) => ({
        state: {...now, mode: listMode, draft: {keys: entries.map(keyOf), member, value}},
        effect: {kind: 'prepareChange', entries, member, value},
      }),
    },
  };
}
