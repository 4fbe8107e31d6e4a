import {compareCodeUnits} from '../base/compare-code-units.js';
import {isObject, type Json, objectOf, showJson} from './json.js';

/**
 * Reassigns the numbers that the elements of a list have in one member, in ascending order, if elements were reordered
 * or inserted, and continues them. They may be texts, such as `0010`.
 *
 * @param places the indices that the elements had before; -1 for new ones
 */
export function renumber(elements: readonly Json[], member: string, places: readonly number[]): readonly Json[] {
  const readOrder = (element: Json) => objectOf(element)?.[member] ?? undefined;
  const orders = elements.flatMap(element => readOrder(element) ?? []);
  if (orders.length === 0) return elements;
  const kept = places.filter(place => place >= 0);
  // Elements in their old order, before any new ones, keep their numbers, whatever these are. Without a number, they
  // might be shown after the new ones.
  const isInOrder =
    kept.every((place, index) => place === places[index] && place > (kept[index - 1] ?? -1)) &&
    (kept.length === elements.length || elements.slice(0, kept.length).every(each => readOrder(each) !== undefined));
  const areNumbers = orders.every(order => /\d/.test(showJson(order)) && Number.isFinite(toNumber(order)));
  const sorted = orders.toSorted((a, b) =>
    areNumbers ? toNumber(a) - toNumber(b) : compareCodeUnits(showJson(a), showJson(b)),
  );
  const settled = isInOrder ? elements.slice(0, kept.length).map(readOrder) : sorted;
  // Texts that are not numbers cannot be continued: elements beyond them keep no order.
  const orderAt = (index: number) =>
    index < settled.length || !areNumbers
      ? settled[index]
      : continueOrder(sorted.at(-1) ?? 0, index + 1 - settled.length);
  return elements.map((element, index) => {
    const order = orderAt(index);
    return isObject(element) && order !== undefined ? {...element, [member]: order} : element;
  });
}

function toNumber(order: Json): number {
  return Number(showJson(order));
}

function continueOrder(last: Json, count: number): Json {
  const next = toNumber(last) + count;
  return typeof last === 'string' ? String(next).padStart(last.length, '0') : next;
}
