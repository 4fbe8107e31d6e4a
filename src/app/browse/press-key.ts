import {typeInto} from '../../output/ink/type-into.js';
import {findAction} from './keys.js';
import {applyAction, type KeyContext} from './list-actions.js';
import {arrange, type BrowseState, listMode, type Mode, type Step} from './state.js';

export function pressKey(state: BrowseState, key: string, context: KeyContext): Step {
  const {mode} = state;
  if (key === 'ctrl-c') return {state, effect: {kind: 'interrupt'}};
  const cleared = {...state, message: undefined};
  switch (mode.kind) {
    case 'busy':
      return findAction(key) === 'quit' ? {state: {...state, message: {text: 'Press Ctrl-C to stop.'}}} : {state};
    case 'help':
      return {state: pressInHelp(cleared, mode, key, context)};
    case 'search':
      return {state: pressInSearch(cleared, key, context)};
    case 'confirm':
      return pressInQuestion(cleared, mode, key, context);
    case 'choose':
      return pressInChoice(cleared, mode, key);
    case 'ask':
      return pressInLine(cleared, mode, key);
    case 'detail':
      return pressInDetail(cleared, mode.top, key, context);
    case 'list':
      break;
  }
  return applyAction(cleared, findAction(key), context);
}

/** Applies pasted text: typed where text is asked for, never read as keys. */
export function pasteText(state: BrowseState, pasted: string): BrowseState {
  const {mode} = state;
  if (mode.kind === 'search') return arrange(state, {search: state.search + pasted.replace(/\s+/g, ' ')});
  // Terminals paste line breaks as CR. A value keeps its own, except at its end.
  const text = pasted.replace(/\r\n?/g, '\n').replace(/\n+$/, '');
  if (mode.kind === 'ask') return {...state, mode: {...mode, text: mode.text + text}};
  if (mode.kind === 'confirm' && mode.expected !== undefined)
    return {...state, mode: {...mode, typed: mode.typed + text}};
  return {...state, message: {text: 'Pasted text is ignored here; press / to search.', style: 'dim'}};
}

/** How many lines a key scrolls; `undefined` for other keys. */
function scrolledBy(key: string, page: number): number | undefined {
  const steps: {readonly [action: string]: number} = {down: 1, up: -1, pageDown: page, pageUp: -page};
  return steps[findAction(key) ?? ''];
}

function pressInHelp(
  state: BrowseState,
  mode: Extract<Mode, {kind: 'help'}>,
  key: string,
  {page}: KeyContext,
): BrowseState {
  const lines = scrolledBy(key, page);
  return {...state, mode: lines === undefined ? mode.back : {...mode, top: Math.max(0, mode.top + lines)}};
}

function pressInSearch(state: BrowseState, key: string, context: KeyContext): BrowseState {
  if (key === 'enter') return {...state, mode: listMode};
  if (key === 'escape') return {...arrange(state, {search: ''}), mode: listMode};
  if (['up', 'down', 'pageUp', 'pageDown'].includes(key)) return applyAction(state, findAction(key), context).state;
  return arrange(state, {search: typeInto(state.search, key)});
}

function pressInQuestion(
  state: BrowseState,
  mode: Extract<Mode, {kind: 'confirm'}>,
  key: string,
  {page, isAlone, maxTop}: KeyContext,
): Step {
  const cancelled = {...state, mode: listMode, message: {text: 'Cancelled; nothing was changed.'}};
  const confirmed: Step = {state: {...state, mode: {kind: 'busy', text: mode.busy}}, effect: mode.effect};
  const lines = scrolledBy(key, page);
  if (key === 'escape') return {state: cancelled};
  if (maxTop === undefined) return {state};
  if (lines !== undefined && (mode.expected === undefined || Array.from(key).length > 1))
    return {state: {...state, mode: {...mode, top: Math.max(0, Math.min(mode.top + lines, maxTop))}}};
  if (mode.expected !== undefined) {
    if (key !== 'enter') return {state: {...state, mode: {...mode, typed: typeInto(mode.typed, key)}}};
    return mode.typed.trim() === mode.expected ? confirmed : {state: cancelled};
  }
  // A line break in pasted text must not confirm.
  if (key === 'enter') return mode.isYes && isAlone ? confirmed : {state: cancelled};
  if (key === 'n') return {state: cancelled};
  if (['left', 'right', 'tab'].includes(key)) return {state: {...state, mode: {...mode, isYes: !mode.isYes}}};
  // Only selects Yes: a key that was meant for the list, where y copies, must not confirm.
  return key === 'y' ? {state: {...state, mode: {...mode, isYes: true}}} : {state};
}

function pressInChoice(state: BrowseState, mode: Extract<Mode, {kind: 'choose'}>, key: string): Step {
  const option = mode.options[mode.index];
  if (findAction(key) === 'clear' || findAction(key) === 'quit' || option === undefined)
    return {state: {...state, mode: listMode}};
  if (key === 'enter') return mode.onEnter(option, state);
  const index = Math.max(
    0,
    Math.min(mode.index + (scrolledBy(key, mode.options.length) ?? 0), mode.options.length - 1),
  );
  return {state: {...state, mode: {...mode, index}}};
}

function pressInLine(state: BrowseState, mode: Extract<Mode, {kind: 'ask'}>, key: string): Step {
  if (key === 'escape') return {state: {...state, mode: listMode, draft: undefined}};
  if (key === 'enter') return mode.onEnter(mode.text, state);
  return {state: {...state, mode: {...mode, text: typeInto(mode.text, key)}}};
}

function pressInDetail(state: BrowseState, top: number, key: string, context: KeyContext): Step {
  const action = findAction(key);
  const lines = scrolledBy(key, context.page);
  const maxTop = context.maxTop ?? 0;
  const scrollTo = (line: number): Step => ({
    state: {...state, mode: {kind: 'detail', top: Math.max(0, Math.min(line, maxTop))}},
  });
  if (lines !== undefined) return scrollTo(top + lines);
  if (action === 'first') return scrollTo(0);
  if (action === 'last') return scrollTo(maxTop);
  if (action === 'detail' || action === 'clear' || action === 'left')
    return {state: {...state, mode: listMode, hasDetail: false}};
  // What is typed next is the search, and must not be taken for keys.
  if (action === 'search') return applyAction({...state, mode: listMode, hasDetail: false}, action, context);
  if (action === 'sort' || action === 'reverse' || action === 'mark')
    return {state: {...state, message: {text: 'Press Esc to return to the list first.', style: 'dim'}}};
  return applyAction(state, action, context);
}
