import {exactNumber, type Json, type JsonObject} from '../json/json.js';

const simple = (primitive_type: string) => ({discriminator: 'SIMPLE', primitive_type});
const arrayOf = (list_type: JsonObject) => ({discriminator: 'ARRAY', primitive_type: 'ARRAY', array: {list_type}});
const reference = (category: string, name: string, ...fields: readonly string[]) => ({
  discriminator: 'REF',
  primitive_type: 'REF',
  ref: {reference_type: {category, name}, fields},
});
const display = (type: string, more: JsonObject = {}) => ({type, hidden: false, ...more});
const dates = (allow_past_dates: boolean, allow_future_dates: boolean) =>
  display('DATE_TIME', {date_time_display_options: {allow_past_dates, allow_future_dates}});
const list = (item_options: JsonObject, more: JsonObject = {}) =>
  display('ARRAY', {array_display_options: {item_options, ...more}});
const size = (size: number, size_type: string, required = false) => ({required, size: {size, size_type}});
const required = size(1, 'MIN', true);
const choices = (display_type: string, groups: {readonly [header: string]: readonly string[]}) => ({
  display_type,
  groups: Object.entries(groups).map(([header, titles], index) => ({
    header,
    sort_order: index + 1,
    options: titles.map((title, place) => ({title, sort_order: place + 1})),
  })),
});

function field(
  name: string,
  label: string,
  type: JsonObject,
  description: string,
  more: {readonly [member: string]: Json} = {},
): JsonObject {
  return {name, type, label, description, display_options: display('DEFAULT'), validators: [], ...more};
}

/** The custom fields of a new sandbox: a plausible tenant with every type, display and form of options. */
export const seedFields: readonly JsonObject[] = [
  field('priority', 'Priority', simple('DECIMAL'), 'How soon the deal needs attention', {
    helper_text: '1 is the highest',
    default_value: {value: 3},
    validators: [required],
    options: choices('RADIO', {Urgency: ['Critical', 'High', 'Normal', 'Low']}),
  }),
  field('budget', 'Budget', simple('DECIMAL'), 'What the customer can spend in a year', {
    default_value: {amount: 0, currency: 'EUR'},
    helper_text: 'Without tax',
  }),
  field('discount_percent', 'Discount', simple('DECIMAL'), 'Discount off the list price', {
    validators: [size(0, 'MIN'), size(40, 'MAX')],
  }),
  field('expected_close', 'Expected close', simple('DATETIME'), 'When the deal should be won', {
    display_options: dates(false, true),
    validators: [required],
  }),
  field('first_contact', 'First contact', simple('DATETIME'), 'Date of the first conversation', {
    display_options: dates(true, false),
  }),
  field('trial_length', 'Trial length', simple('DECIMAL'), 'How long the trial may last', {
    display_options: display('DEFAULT', {duration: {duration_units: ['DAYS', 'MONTHS']}}),
    default_value: {days: 30},
  }),
  field('support_response', 'Support response', simple('DECIMAL'), 'Agreed time until the first answer', {
    display_options: display('DEFAULT', {duration: {duration_units: ['MINUTES', 'HOURS', 'DAYS', 'MONTHS', 'YEARS']}}),
  }),
  field('product_version', 'Product version', simple('SEMVER'), 'Version the customer runs', {
    helper_text: 'Such as 4.12.0',
    default_value: {version: '4.12.0'},
  }),
  field('minimum_version', 'Minimum version', simple('SEMVER'), 'Oldest version that is still supported'),
  field('direct_line', 'Direct line', simple('PHONE'), 'Number of the main contact'),
  field('emergency_numbers', 'Emergency numbers', arrayOf(simple('PHONE')), 'Who to call after hours, in order', {
    display_options: list(display('DEFAULT'), {sortable: true}),
    validators: [size(1, 'MIN', true), size(5, 'MAX')],
  }),
  field('milestones', 'Milestones', arrayOf(simple('DATETIME')), 'Dates agreed with the customer', {
    display_options: list(dates(true, true), {sortable: false}),
  }),
  field('price_history', 'Price history', arrayOf(arrayOf(simple('DECIMAL'))), 'Prices by year and quarter', {
    display_options: list(list(display('DEFAULT'), {sortable: false}), {sortable: true}),
  }),
  field(
    'account_owner',
    'Account owner',
    reference('CRM', 'Employee', 'name', 'email'),
    'Who looks after the customer',
    {
      display_options: display('REF', {
        reference_type_display_options: {
          hidden: false,
          reference_display_type: 'DROPDOWN',
          title_property: 'name',
          description_property: 'email',
        },
      }),
      validators: [required],
    },
  ),
  field(
    'main_contact',
    'Main contact',
    reference('CRM', 'Contact', 'name', 'phone'),
    'Decision-maker at the customer',
    {
      display_options: display('REF', {
        reference_type_display_options: {
          hidden: false,
          reference_display_type: 'CARD',
          card_options: {card_properties: ['name', 'phone', 'company']},
          title_property: 'name',
          description_property: 'company',
          empty_state: {title: 'No contact yet', description: 'Choose the decision-maker.'},
          component_name: 'ContactCard',
        },
      }),
    },
  ),
  field('partners', 'Partners', arrayOf(reference('CRM', 'Company', 'name')), 'Other companies on the deal', {
    display_options: list(
      display('REF', {
        reference_type_display_options: {reference_display_type: 'CARD', title_property: 'name'},
      }),
      {sortable: true},
    ),
  }),
  field(
    'territories',
    'Territories',
    arrayOf(arrayOf(reference('CRM', 'Region', 'name', 'country'))),
    'Regions by sales team',
    {
      display_options: list(list(display('REF'), {sortable: false}), {sortable: false}),
    },
  ),
  field('newsletter', 'Newsletter', simple('DECIMAL'), 'Subscribed to the newsletter', {
    display_options: display('BOOLEAN', {boolean_display_options: {display_type: 'TOGGLE'}}),
  }),
  field('vip', 'VIP', simple('DECIMAL'), 'Handled by senior management', {
    display_options: display('BOOLEAN', {boolean_display_options: {display_type: 'CHECKBOX'}}),
  }),
  field('reference_customer', 'Reference customer', simple('DECIMAL'), 'May be named in public', {
    display_options: display('BOOLEAN', {boolean_display_options: {display_type: 'RADIO'}}),
  }),
  field('auto_renew', 'Auto-renew', simple('DECIMAL'), 'The contract renews unless cancelled', {
    display_options: display('BOOLEAN', {boolean_display_options: {display_type: 'TOGGLE_BUTTON'}}),
    default_value: {value: true},
  }),
  field('industry', 'Industry', simple('DECIMAL'), 'Line of business', {
    options: choices('DROPDOWN', {
      Goods: ['Machines', 'Food', 'Textiles'],
      Services: ['Health', 'Transport', 'Finance'],
    }),
  }),
  field('channels', 'Channels', arrayOf(simple('DECIMAL')), 'Channels the customer buys through', {
    display_options: list(display('DEFAULT')),
    options: choices('CHECKBOX', {Channels: ['Direct', 'Partner', 'Online shop']}),
  }),
  field('cost_centre', 'Kostenträger', simple('DECIMAL'), 'From the list of the finance team · 成本中心', {
    options: {display_type: 'DROPDOWN', groups: [], option_source: {category: 'FINANCE', name: 'CostCentre'}},
  }),
  field('legacy_code', 'Legacy code', simple('DECIMAL'), 'Number in the old system', {
    display_options: display('DEFAULT', {hidden: true}),
    default_value: {code: exactNumber('9007199254740993')},
  }),
  field('fax', 'Fax', simple('PHONE'), 'Kept for old contracts', {display_options: display('DEFAULT', {hidden: true})}),
];
