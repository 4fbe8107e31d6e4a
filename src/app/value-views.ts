import type {Json} from '../json/json.js';
import {asSent, type DetailView, type TableView} from '../output/view.js';

/** The body of a reply to `api`. */
export const bodyView: DetailView<Json> = {lines: () => [], toValue: asSent, documented: []};

/** The elements of a body that is a list. */
export const bodyElements: TableView<Json> = {columns: () => [], toValue: asSent, documented: []};

/** One date for each line of input. */
export const dateList: TableView<Json> = {
  columns: () => [],
  documented: ['date'],
  toValue: line => line,
  toPicked: date => ({date}),
};
