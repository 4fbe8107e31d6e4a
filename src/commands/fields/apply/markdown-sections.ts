import {andMore} from '../../../base/and-more.js';
import {countNouns} from '../../../base/count-nouns.js';
import {describeLoss, isLoss} from '../../../plan/losses.js';
import {type Action, type Change, countChanges} from '../../../plan/plan.js';
import type {ChangeLine} from './change-line.js';
import {countRest, diffBlock, fit, fitEach, htmlCode, listNames, toBlockText} from './markdown-text.js';
import {listDetails} from './plan-details.js';
import {describeChange} from './plan-view.js';
import {brief, whole} from './shortening.js';

/** Where not all changes fit, one takes at most this many characters. */
const maxShortened = 2_000;

/** A line of a diff, whose sign GitHub colors. */
function toDiffLine({sign, text}: ChangeLine): string {
  return `${sign || ' '}   ${toBlockText(text)}\n`;
}

interface Section {
  readonly change: Change;
  readonly text: string;
  /** The lines that are too long in full; may be empty. */
  readonly folded: string;
}

/** @param maxLength for the text; what does not fit is counted */
function toSection(change: Change, maxLength = Number.POSITIVE_INFINITY): Section {
  const place = change.place === undefined ? '' : `  (${toBlockText(change.place)})`;
  const heading = `${toBlockText(describeChange(change))}${place}\n`;
  const short = listDetails(change, brief).map(toDiffLine);
  const toNotes = (notes: readonly string[]) => notes.map(note => toDiffLine({sign: '', text: note}));
  const lines = [...toNotes(describeLoss(change)), ...short, ...toNotes(change.notes)].map(line =>
    line.length > maxLength / 4 ? `${line.slice(0, maxLength / 4)}…\n` : line,
  );
  const shown = fit(lines, maxLength - heading.length);
  const rest = lines.length - shown.length;
  const long = listDetails(change, whole)
    .map(toDiffLine)
    .filter((line, index) => line !== short[index]);
  const folded = `\n<details><summary>Long values of ${htmlCode(change.name)}</summary>\n\n${diffBlock(long.join(''))}</details>\n`;
  return {
    change,
    text: [
      heading,
      ...shown,
      ...(rest > 0 ? toNotes([`and ${countNouns(rest, 'more line')}, not shown here`]) : []),
    ].join(''),
    folded: long.length === 0 ? '' : folded,
  };
}

/** Largest loss first. */
const order: readonly Action[] = ['delete', 'replace', 'update', 'create'];

/** Sorts changes by what they lose; the others keep their order. */
export function sortByLoss(changes: readonly Change[]): readonly Change[] {
  const rank = (change: Change) => (isLoss(change) ? order.indexOf(change.action) : order.length);
  return changes.toSorted((a, b) => rank(a) - rank(b));
}

/** Formats the changes that fit into `room` characters, losses first; names the other losses, and counts the rest. */
export function listSections(changes: readonly Change[], room: number): {readonly body: string; readonly rest: string} {
  const whole = changes.map(change => toSection(change));
  const texts = whole.map(({text}) => text);
  const isWhole = fit(texts, room).length === texts.length;
  const sections = isWhole ? whole : changes.map(change => toSection(change, Math.min(maxShortened, room / 4)));
  const toText = ({text}: Section) => text;
  const losses = fitEach(
    sections.filter(({change}) => isLoss(change)),
    toText,
    isWhole ? room : room * 0.8,
  );
  let left = room - losses.shown.map(toText).join('').length;
  const names = nameHiddenLosses(
    losses.hidden.map(({change}) => change),
    left,
  );
  left -= names.length;
  const others = fitEach(
    sections.filter(({change}) => !isLoss(change)),
    toText,
    left,
  );
  const shown = [...losses.shown, ...others.shown];
  const hidden = [...losses.hidden, ...others.hidden].map(({change}) => change);
  const diff = shown.length === 0 ? '' : `\n${diffBlock(shown.map(toText).join(''))}`;
  const folded = shown.flatMap(section => (section.folded === '' ? [] : section.folded));
  const folds = fitEach(folded, text => text, room - names.length - diff.length);
  return {
    body: [diff, ...folds.shown, names].join(''),
    rest: [
      andMore(folds.hidden.length, '\n', ' with long values, shortened here\n'),
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
