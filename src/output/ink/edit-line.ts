import {withoutFirst, withoutLast} from '../cut-text.js';
import {typeInto} from './type-into.js';

export interface EditedLine {
  readonly before: string;
  readonly after: string;
}

/** The line after a key of `readKeys`, with the usual keys of shells; the other keys are typed before the cursor. */
export function editLine({before, after}: EditedLine, key: string): EditedLine {
  const whole = before + after;
  switch (key) {
    case 'left': {
      const left = withoutLast(before);
      return {before: left, after: whole.slice(left.length)};
    }
    case 'right': {
      const right = withoutFirst(after);
      return {before: whole.slice(0, whole.length - right.length), after: right};
    }
    case 'home':
    case 'ctrl-a':
      return {before: '', after: whole};
    case 'end':
    case 'ctrl-e':
      return {before: whole, after: ''};
    case 'ctrl-k':
      return {before, after: ''};
    default:
      return {before: typeInto(before, key), after};
  }
}
