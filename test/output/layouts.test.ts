import {expect, test} from 'vitest';
import {statusTable} from '../../src/commands/auth/view.js';
import {settingTable} from '../../src/commands/config/view.js';
import {appliedTable} from '../../src/commands/fields/apply/applied-view.js';
import {fleetTable} from '../../src/commands/fields/fleet/fleet-view.js';
import {runTable, writeTable} from '../../src/commands/fields/runs/runs-view.js';
import {fieldTable} from '../../src/commands/fields/show/view.js';
import {deletionTable, fieldOutcomeTable} from '../../src/commands/fields/write/outcome-view.js';
import {profileTable} from '../../src/commands/profile-view.js';
import {sweepTable} from '../../src/commands/sandbox/sweep-view.js';
import {titleOf, toCell} from '../../src/output/cells.js';
import {createColumnLayout} from '../../src/output/column-layout.js';
import type {TableView} from '../../src/output/view.js';

/** The columns that fit, each with its width, if every text is a long one. */
function layOut<Row>(view: TableView<Row>, total: number): string {
  const columns = view.columns([]);
  const layout = createColumnLayout(columns.map(column => ({...column, title: titleOf(column)})));
  layout.measure([columns.map(() => toCell('many words '.repeat(20)))]);
  const fitted = layout.fit(total).map(({index, width}) => `${columns[index]?.path} ${width}`);
  return `${total}: ${fitted.join(', ')}`;
}

const widths = [20, 40, 60, 80, 120, 160, 200];

test('the tables of fields share a screen', () => {
  expect(widths.map(total => layOut(fieldTable, total))).toMatchInlineSnapshot(`
    [
      "20: name 16",
      "40: name 16, type 10, label 10",
      "60: name 24, type 16, label 16",
      "80: id 36, name 18, type 10, label 10",
      "120: id 36, name 48, type 10, label 10, validators 8",
      "160: id 36, name 54, type 10, label 10, validators 8, description 32",
      "200: id 36, name 80, type 17, label 17, validators 8, description 32",
    ]
  `);
  expect([40, 80].map(total => layOut(fieldOutcomeTable, total))).toMatchInlineSnapshot(`
    [
      "40: outcome 10, name 16, type 10",
      "80: outcome 27, name 27, type 10, label 10",
    ]
  `);
  expect([40, 80].map(total => layOut(deletionTable, total))).toMatchInlineSnapshot(`
    [
      "40: outcome 16",
      "80: outcome 32",
    ]
  `);
});

test('the tables of runs and their writes share a screen', () => {
  expect(widths.map(total => layOut(runTable, total))).toMatchInlineSnapshot(`
    [
      "20: run 20",
      "40: run 24, outcome 14",
      "60: run 24, began 8, outcome 11, tenant 11",
      "80: run 32, began 8, command 8, outcome 12, tenant 12",
      "120: run 47, began 8, command 8, done 8, failed 8, open 8, outcome 11, tenant 8",
      "160: run 53, began 8, command 8, done 8, failed 8, open 8, outcome 11, tenant 8, base_url 16, undoes 6, fleet 6",
      "200: run 80, began 8, command 8, done 8, failed 8, open 8, outcome 16, tenant 16, base_url 16, undoes 6, fleet 6",
    ]
  `);
  expect(widths.map(total => layOut(writeTable, total))).toMatchInlineSnapshot(`
    [
      "20: name 16",
      "40: name 16, changes 16",
      "60: name 24, id 16, changes 16",
      "80: action 8, name 22, id 16, changes 16, note 10",
      "120: action 8, name 48, id 16, state 6, changes 20, note 12",
      "160: action 8, name 64, id 20, state 6, changes 32, note 20",
      "200: action 8, name 80, id 20, state 6, changes 56, note 20",
    ]
  `);
  expect(widths.map(total => layOut(appliedTable, total))).toMatchInlineSnapshot(`
    [
      "20: name 16",
      "40: name 16, id 20",
      "60: action 8, name 18, id 20, outcome 8",
      "80: action 8, name 32, id 26, outcome 8",
      "120: action 9, name 48, id 48, outcome 9",
      "160: action 13, name 64, id 64, outcome 13",
      "200: action 17, name 80, id 80, outcome 17",
    ]
  `);
  expect(widths.map(total => layOut(fleetTable, total))).toMatchInlineSnapshot(`
    [
      "20: profile 16",
      "40: profile 16, error 16",
      "60: profile 23, outcome 13, losses 8, error 10",
      "80: profile 23, outcome 13, losses 8, create 8, update 8, error 10",
      "120: profile 33, outcome 13, losses 8, create 8, update 8, replace 8, delete 8, unchanged 8, error 10",
      "160: profile 43, outcome 13, losses 8, create 8, update 8, replace 8, delete 8, unchanged 8, run 28, error 10",
      "200: profile 80, outcome 13, losses 8, create 8, update 8, replace 8, delete 8, unchanged 8, run 28, error 13",
    ]
  `);
});

test('the tables of settings share a screen', () => {
  expect(widths.map(total => layOut(settingTable, total))).toMatchInlineSnapshot(`
    [
      "20: setting 8, value 10",
      "40: setting 16, value 12, source 8",
      "60: setting 24, value 20, source 12",
      "80: setting 32, value 18, source 8, description 16",
      "120: setting 48, value 30, source 20, description 16",
      "160: setting 64, value 54, source 20, description 16",
      "200: setting 80, value 78, source 20, description 16",
    ]
  `);
  expect(widths.map(total => layOut(profileTable, total))).toMatchInlineSnapshot(`
    [
      "20: name 12",
      "40: name 16, base_url 16",
      "60: name 22, base_url 16, has_token 8, is_current 8",
      "80: name 32, base_url 26, has_token 8, is_current 8",
      "120: name 48, base_url 48, has_token 9, is_current 9",
      "160: name 64, base_url 64, has_token 13, is_current 13",
      "200: name 80, base_url 80, has_token 17, is_current 17",
    ]
  `);
  expect(widths.map(total => layOut(statusTable, total))).toMatchInlineSnapshot(`
    [
      "20: profile 12",
      "40: profile 16, problem 16",
      "60: profile 24, problem 24",
      "80: profile 13, is_current 8, base_url 40, problem 13",
      "120: profile 28, is_current 8, base_url 40, token_source 8, problem 28",
      "160: profile 43, is_current 8, base_url 40, base_url_source 8, token_source 8, problem 43",
      "200: profile 63, is_current 8, base_url 40, base_url_source 8, token_source 8, problem 63",
    ]
  `);
  expect(widths.map(total => layOut(sweepTable, total))).toMatchInlineSnapshot(`
    [
      "20: fault 20",
      "40: fault 20, cases 8, first_try 8",
      "60: fault 20, cases 8, first_try 8, resumed 8, breaches 8",
      "80: fault 32, cases 10, first_try 10, resumed 10, breaches 10",
      "120: fault 48, cases 16, first_try 16, resumed 16, breaches 16",
      "160: fault 64, cases 22, first_try 22, resumed 22, breaches 22",
      "200: fault 80, cases 28, first_try 28, resumed 28, breaches 28",
    ]
  `);
});
