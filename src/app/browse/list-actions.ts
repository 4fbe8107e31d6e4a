import {toPrintable} from '../../output/printable.js';
import {showValue} from '../../output/value.js';
import {askForChange, askForDeletion, type Described, withTargets} from './ask-for-writes.js';
import {isWriting, type KeyAction} from './keys.js';
import {arrange, type BrowseState, listMode, type Step, selectedEntry} from './state.js';

/** The parts of the screen and the resource that the effect of a key depends on. */
export interface KeyContext extends Described {
  /** How many rows are on the screen. */
  readonly page: number;
  /** The largest scroll offset; `undefined` if the screen is too small for the question. */
  readonly maxTop: number | undefined;
  /** True if no other key arrived with it, as the text of a paste does. */
  readonly isAlone: boolean;
  /** True if details have room beside the list. */
  readonly hasRoom: boolean;
}

function move(state: BrowseState, rows: number): Step {
  const cursor = Math.max(0, Math.min(state.cursor + rows, state.visible.length - 1));
  return {state: {...state, cursor}};
}

const actions: {readonly [action in KeyAction]: (state: BrowseState, context: KeyContext) => Step} = {
  down: state => move(state, 1),
  up: state => move(state, -1),
  pageDown: (state, {page}) => move(state, page),
  pageUp: (state, {page}) => move(state, -page),
  first: state => move(state, -state.visible.length),
  last: state => move(state, state.visible.length),
  right: state => ({
    state: {...state, firstColumn: Math.min(state.firstColumn + 1, Math.max(0, state.columns - 2))},
  }),
  left: state => ({state: {...state, firstColumn: Math.max(0, state.firstColumn - 1)}}),
  search: state => ({state: {...state, mode: {kind: 'search'}}}),
  clear: (state, {hasRoom}) => {
    if (state.hasDetail && hasRoom) return {state: {...state, hasDetail: false}};
    return {state: state.search === '' ? {...state, marked: new Set()} : arrange(state, {search: ''})};
  },
  detail: (state, {hasRoom}) => {
    if (!selectedEntry(state)) return {state};
    // Details beside the list cannot be scrolled.
    const isFull = state.hasDetail || !hasRoom;
    return {state: {...state, hasDetail: true, mode: isFull ? {kind: 'detail', top: 0} : listMode}};
  },
  sort: state => {
    const column = state.order ? state.order.column + 1 : 0;
    const order = column >= state.columns ? undefined : {column, isDescending: false};
    return {state: arrange(state, {order})};
  },
  reverse: state => {
    // No page has arrived.
    if (state.columns === 0) return {state};
    const {column, isDescending} = state.order ?? {column: 0, isDescending: false};
    return {state: arrange(state, {order: {column, isDescending: !isDescending}})};
  },
  mark,
  edit: state => withTargets(state, entries => ({state, effect: {kind: 'edit', entries}})),
  change: askForChange,
  delete: askForDeletion,
  copyId: state => copy(state, 'copyId'),
  copyJson: state => copy(state, 'copyJson'),
  reload: state => {
    const isContinued = state.reading.state === 'failed' && state.entries.length > 0;
    return {state: {...state, reading: {state: 'reading'}}, effect: {kind: 'read', isContinued}};
  },
  help: state => ({state: {...state, mode: {kind: 'help', top: 0, back: state.mode}}}),
  quit: state => ({state, effect: {kind: 'quit'}}),
};

export function applyAction(state: BrowseState, action: KeyAction | undefined, context: KeyContext): Step {
  if (action === undefined) return {state};
  if (isRisky(action) && !context.isAlone) return {state: {...state, message: {text: adviseToRepeat, style: 'warn'}}};
  if (isWriting(action) && state.readOnly !== undefined)
    return {state: {...state, message: {text: state.readOnly, style: 'warn'}}};
  return actions[action](state, context);
}

const adviseToRepeat = 'Keys that arrive together cannot edit, delete or quit. Press the key again.';

/** Actions that a pasted text must never start; marking is harmless. */
function isRisky(action: KeyAction): boolean {
  return action === 'edit' || action === 'change' || action === 'delete' || action === 'quit';
}

function mark(state: BrowseState): Step {
  const entry = selectedEntry(state);
  if (!entry) return {state};
  const marked = new Set(state.marked);
  if (!marked.delete(entry.key)) marked.add(entry.key);
  return move({...state, marked}, 1);
}

function copy(state: BrowseState, action: 'copyId' | 'copyJson'): Step {
  const entry = selectedEntry(state);
  if (!entry) return {state};
  const id = showValue(entry.row['id']);
  if (action === 'copyId' && id === '')
    return {state: {...state, message: {text: 'This row has no id.', style: 'warn'}}};
  const text = action === 'copyId' ? id : JSON.stringify(entry.row, undefined, 2);
  const what = action === 'copyId' ? toPrintable(id) : 'the JSON';
  // Terminals do not say whether they have taken it.
  return {
    state: {...state, message: {text: `Sent ${what} to the clipboard of the terminal.`}},
    effect: {kind: 'copy', text},
  };
}
