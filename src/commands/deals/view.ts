import {isObject, type Json, showJson} from '../../json/json.js';
import {isEmptyCell, listColumns, readPath, showValue} from '../../output/value.js';
import {toLines} from '../../output/value-lines.js';
import {asSent, type Column, type DetailView, type TableView} from '../../output/view.js';

/** Members that identify a deal; they come first and keep their width. The record is not documented (2.6). */
const identifying = ['id', 'title', 'name', 'stage', 'status', 'amount', 'value', 'currency', 'owner'];
/** The closing date comes right after them. */
const closing = /^(?:expected_?)?clos|_?due/i;

/** Earlier members weigh more; the ids of related objects mean nothing to a person. */
function weightOf(path: string): number {
  const [member = ''] = path.split('.');
  if (path.endsWith('.id')) return 0;
  if (closing.test(member)) return 1;
  const rank = identifying.indexOf(member);
  return rank < 0 ? 0 : identifying.length + 1 - rank;
}

function isTitle(path: string): boolean {
  return path === 'title' || path === 'name';
}

/** True for words that may be cut; false for an amount, a date or an id; `undefined` if that depends on the deals. */
function mayBeCut(path: string): boolean | undefined {
  if (isTitle(path)) return true;
  return weightOf(path) === 0 || ['stage', 'status', 'owner'].includes(path) ? undefined : false;
}

function minWidthOf(path: string): number {
  if (isTitle(path)) return 24;
  return weightOf(path) > 0 ? 10 : 8;
}

/** `amount.value` and `amount.currency` are one column, `amount`. */
function joinAmounts(paths: readonly string[]): readonly string[] {
  const known = new Set(paths);
  const joined = paths.map(path => {
    const [, amount] = /^(.+)\.(?:value|currency)$/.exec(path) ?? [];
    const isAmount = amount !== undefined && known.has(`${amount}.value`) && known.has(`${amount}.currency`);
    return isAmount ? amount : path;
  });
  return [...new Set(joined)];
}

/**
 * The amount at a path; `undefined` for any other value, which is then shown like that of any column.
 *
 * @param isJoined whether other members of the amount have columns of their own
 */
function showAmount(deal: Json, path: string, isJoined: boolean): string | undefined {
  const amount = readPath(deal, path);
  if (isEmptyCell(amount)) return '';
  if (!isObject(amount) || !Object.hasOwn(amount, 'value')) return undefined;
  if (!isJoined && Object.keys(amount).some(member => member !== 'value' && member !== 'currency')) return undefined;
  return [amount['value'], amount['currency']].map(showValue).join(' ').trim();
}

/** A table with more columns is no longer one; the others are named below it. */
const maxColumns = 200;

/** The members of the first deals, identifying ones first; a terminal shows as many as fit. */
function chooseColumns(deals: readonly Json[]): readonly Column<Json>[] {
  const known = new Set(listColumns(deals.filter(isObject)).map(({path}) => path));
  const joined = joinAmounts([...known]);
  // Later deals may have an amount where these have none.
  const mayBeAmount = (path: string) =>
    !known.has(path) || deals.some(deal => isObject(deal) && (isEmptyCell(deal[path]) || isObject(deal[path])));
  const columns = joined.slice(0, maxColumns).map(
    (path): Column<Json> => ({
      path,
      weight: weightOf(path),
      minWidth: minWidthOf(path),
      isText: mayBeCut(path),
      ...(known.has(path) ? {} : {isRight: true}),
      ...(mayBeAmount(path) ? {show: deal => showAmount(deal, path, !known.has(path))} : {}),
    }),
  );
  // A deal that is not an object is shown in a column of its own.
  const scalar = deals.every(deal => isObject(deal))
    ? []
    : [{path: 'value', show: (deal: Json) => (isObject(deal) ? '' : deal === null ? 'null' : showJson(deal))}];
  return [...columns.toSorted((a, b) => (b.weight ?? 0) - (a.weight ?? 0)), ...scalar];
}

export const dealTable: TableView<Json> = {
  columns: chooseColumns,
  documented: [],
  toValue: asSent,
};

export const dealDetail: DetailView<Json> = {
  lines: deal => (isObject(deal) ? toLines(deal) : [{label: 'value', value: [{text: showJson(deal)}]}]),
  toValue: asSent,
  documented: [],
};
