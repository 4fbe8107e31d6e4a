import {countNouns} from '../../../base/count-nouns.js';
import {cutEnd} from '../../../base/quote-start.js';
import {describeLoss, isLoss} from '../../../plan/losses.js';
import {type Action, type Change, countChanges} from '../../../plan/plan.js';
import {type ChangeLine, toPlainLine} from './change-line.js';
import {countRest, diffBlock, fit, fitEach, htmlCode, listNames, toBlockText} from './markdown-text.js';
import {listDetails} from './plan-details.js';
import {describeChange} from './plan-view.js';
import {brief, whole} from './shortening.js';

/** Minimum characters for each change when not all changes fit. */
const minShown = 200;

/** A line of a diff, whose sign GitHub colors. */
function toDiffLine({sign, text}: ChangeLine): string {
  return `${sign || ' '}   ${toBlockText(text)}\n`;
}

interface Section {
  readonly change: Change;
  readonly heading: string;
  readonly losses: readonly string[];
  readonly others: readonly string[];
  /** The lines that are too long in full; may be empty. */
  readonly folded: string;
}

function toSection(change: Change): Section {
  const place = change.place === undefined ? '' : `  (${toBlockText(change.place)})`;
  const short = listDetails(change, brief).map(toDiffLine);
  const long = listDetails(change, whole)
    .map(toDiffLine)
    .filter((line, index) => line !== short[index]);
  const folded = `\n<details><summary>Long values of ${htmlCode(change.name)}</summary>\n\n${diffBlock(long.join(''))}</details>\n`;
  return {
    change,
    heading: `${toBlockText(describeChange(change))}${place}\n`,
    losses: describeLoss(change).map(toNote),
    others: [...short, ...change.notes.map(toNote)],
    folded: long.length === 0 ? '' : folded,
  };
}

function toNote(text: string): string {
  return toDiffLine(toPlainLine(text));
}

/** @param maxLength for the text; what does not fit is counted */
function toText({heading, losses, others}: Section, maxLength: number): string {
  const room = Math.max(maxLength - heading.length, minShown / 2);
  const cut = (line: string, share: number) => `${cutEnd(line.trimEnd(), room * share)}\n`;
  const lines = [...losses.map(line => cut(line, 0.8)), ...others.map(line => cut(line, 0.25))];
  const shown = fit(lines, room);
  const rest = lines.length - shown.length;
  const more = rest > 0 ? toNote(`and ${countNouns(rest, 'more line')}, not shown here`) : '';
  return [heading, ...shown, more].join('');
}

function lengthOf(sections: readonly Section[], maxLength: number): number {
  return sections.reduce((sum, section) => sum + toText(section, maxLength).length, 0);
}

/** Returns how long each section may be for all of them to fit into `room` characters, or `minShown` if they cannot. */
function findMaxLength(sections: readonly Section[], room: number): number {
  if (lengthOf(sections, Number.POSITIVE_INFINITY) <= room) return Number.POSITIVE_INFINITY;
  let [low, high] = [minShown, lengthOf(sections, minShown) <= room ? Math.floor(room) : minShown];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (lengthOf(sections, middle) <= room) low = middle;
    else high = middle;
  }
  return low;
}

/** Largest loss first. */
const order: readonly Action[] = ['delete', 'replace', 'update', 'create'];

/** Sorts changes by what they lose; the others keep their order. */
export function sortByLoss(changes: readonly Change[]): readonly Change[] {
  const rank = (change: Change) => (isLoss(change) ? order.indexOf(change.action) : order.length);
  return changes.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Formats the changes that fit into `room` characters: losses first; up to a fifth is reserved for other changes. Names
 * the losses that do not fit, and counts the rest.
 */
export function listSections(changes: readonly Change[], room: number): {readonly body: string; readonly rest: string} {
  const show = (those: readonly Section[], space: number) => {
    const maxLength = findMaxLength(those, space);
    return fitEach(
      those.map(section => ({section, text: toText(section, maxLength)})),
      ({text}) => text,
      space,
    );
  };
  const sections = changes.map(toSection);
  const lossless = sections.filter(({change}) => !isLoss(change));
  const losing = sections.filter(({change}) => isLoss(change));
  const reserved = Math.min(lengthOf(lossless, Number.POSITIVE_INFINITY), room * 0.2);
  const all = show(losing, room - reserved);
  const forLosses = room - reserved;
  const nameRest = (losses: typeof all, space: number) =>
    nameHiddenLosses(
      losses.hidden.map(({section}) => section.change),
      space,
    );
  // Losses that have no room are at least named.
  const roomForNames = all.hidden.length === 0 ? 0 : nameRest(show(losing, forLosses - room * 0.2), room * 0.2).length;
  const losses = roomForNames === 0 ? all : show(losing, forLosses - roomForNames);
  const lengthOfLosses = losses.shown.map(({text}) => text).join('').length;
  const names = nameRest(losses, forLosses - lengthOfLosses);
  const others = show(lossless, room - lengthOfLosses - names.length);
  const shown = [...losses.shown, ...others.shown];
  const hidden = [...losses.hidden, ...others.hidden].map(({section}) => section.change);
  const diff = shown.length === 0 ? '' : `\n${diffBlock(shown.map(({text}) => text).join(''))}`;
  const folded = shown.flatMap(({section}) => (section.folded === '' ? [] : section.folded));
  const folds = fitEach(folded, text => text, room - names.length - diff.length);
  return {
    body: [diff, ...folds.shown, names].join(''),
    rest: [
      folds.hidden.length > 0
        ? `\nShortened here: the long values of ${countNouns(folds.hidden.length, 'change')}\n`
        : '',
      countRest(hidden.length, 'change', `: ${countActions(hidden)}`),
    ].join(''),
  };
}

/** Names losses that are not shown, as far as `room` characters go: the largest first. */
function nameHiddenLosses(hidden: readonly Change[], room: number): string {
  const labels = {
    delete: 'Not shown, to be deleted',
    replace: 'Not shown, to be replaced',
    update: 'Not shown, losing choices',
    create: '',
  };
  let text = '';
  for (const action of order) {
    const names = hidden.filter(change => change.action === action).map(({name}) => name);
    text += listNames(labels[action], names, room - text.length);
  }
  return text;
}

/** `25 to delete, 1 to update`. */
function countActions(changes: readonly Change[]): string {
  const counts = countChanges(changes);
  return order.flatMap(action => (counts[action] > 0 ? [`${counts[action]} to ${action}`] : [])).join(', ');
}
