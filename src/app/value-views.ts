import type {Json} from '../json/json.js';
import {asSent, type DetailView, type TableView} from '../output/view.js';

export const bodyView: DetailView<Json> = {lines: () => [], toValue: asSent, documented: []};

export const bodyElements: TableView<Json> = {columns: () => [], toValue: asSent, documented: []};

export const dateList: TableView<Json> = {
  columns: () => [],
  documented: ['date'],
  toValue: line => line,
  toPicked: date => ({date}),
};
