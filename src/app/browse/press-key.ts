import {typeInto} from '../../output/ink/type-into.js';
import {findAction} from './keys.js';
import {act, type KeyContext} from './list-actions.js';
import {arrange, type BrowseState, listMode, type Mode, type Step} from './state.js';

/** What pressing a key makes of the state. */
export function pressKey(state: BrowseState, key: string, context: KeyContext): Step {
  if (key === 'ctrl-c') return {state, effect: {kind: 'interrupt'}};
  const {mode} = state;
  const cleared = {...state, message: undefined};
  switch (mode.kind) {
    case 'busy':
      return {state};
    case 'help':
      return {state: {...cleared, mode: listMode}};
    case 'search':
      return {state: pressInSearch(cleared, key, context)};
    case 'confirm':
      return pressInQuestion(cleared, mode, key);
    case 'ask':
      return pressInLine(cleared, mode, key);
    case 'detail':
      return pressInDetail(cleared, mode.top, key, context);
    case 'list':
      break;
  }
  return act(cleared, findAction(key), context);
}

function pressInSearch(state: BrowseState, key: string, context: KeyContext): BrowseState {
  if (key === 'enter') return {...state, mode: listMode};
  if (key === 'escape') return {...arrange(state, {search: ''}), mode: listMode};
  if (['up', 'down', 'pageUp', 'pageDown'].includes(key)) return act(state, findAction(key), context).state;
  return arrange(state, {search: typeInto(state.search, key)});
}

function pressInQuestion(state: BrowseState, mode: Extract<Mode, {kind: 'confirm'}>, key: string): Step {
  const cancelled = {...state, mode: listMode, message: {text: 'Cancelled; nothing was changed.'}};
  if (key === 'escape') return {state: cancelled};
  if (mode.expected !== undefined) {
    if (key !== 'enter') return {state: {...state, mode: {...mode, typed: typeInto(mode.typed, key)}}};
    return mode.typed.trim() === mode.expected
      ? {state: {...state, mode: {kind: 'busy', text: mode.question}}, effect: mode.effect}
      : {state: cancelled};
  }
  if (['left', 'right', 'tab'].includes(key)) return {state: {...state, mode: {...mode, isYes: !mode.isYes}}};
  if (key === 'n' || (key === 'enter' && !mode.isYes)) return {state: cancelled};
  if (key === 'y' || key === 'enter')
    return {state: {...state, mode: {kind: 'busy', text: mode.question}}, effect: mode.effect};
  return {state};
}

function pressInLine(state: BrowseState, mode: Extract<Mode, {kind: 'ask'}>, key: string): Step {
  if (key === 'escape') return {state: {...state, mode: listMode}};
  if (key === 'enter') return mode.onEnter(mode.text);
  return {state: {...state, mode: {...mode, text: typeInto(mode.text, key)}}};
}

function pressInDetail(state: BrowseState, top: number, key: string, context: KeyContext): Step {
  const action = findAction(key);
  const scroll = (lines: number): Step => ({state: {...state, mode: {kind: 'detail', top: Math.max(0, top + lines)}}});
  if (action === 'down') return scroll(1);
  if (action === 'up') return scroll(-1);
  if (action === 'pageDown') return scroll(context.page);
  if (action === 'pageUp') return scroll(-context.page);
  if (action === 'first') return scroll(-top);
  if (action === 'detail' || action === 'clear' || action === 'left')
    return {state: {...state, mode: listMode, hasDetail: false}};
  if (action === 'search' || action === 'sort' || action === 'mark') return {state};
  return act(state, action, context);
}
