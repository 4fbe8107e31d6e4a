import type {Topic} from './topic.js';

export const fieldsFiles: Topic = {
  rows: [
    [
      'a fields file',
      'a list of fields under custom_fields, each with the members of the API; YAML 1.2, JSON, or CSV in a file named *.csv',
    ],
    [
      '-f PATH',
      'a file, a directory with its subdirectories (dotfiles, CSV and schemas named *.schema.json or *.schema.yaml are skipped), or - for stdin; repeatable. Errors name file, line and column. All problems with fields are reported at once, but only the first syntax error, and only the first problem in a CSV file',
    ],
    ['bizctl schema fields', 'prints the JSON Schema that editors use to check and complete fields files'],
    [
      'name',
      'identifies a field; it cannot change. Where names are not unique, use id; if both are given, both must match the tenant',
    ],
    [
      'protect: true',
      'keeps the field from being replaced as long as the file declares it; the rest of the plan is still applied',
    ],
    ['tenant: HOST', 'refuses to send the file to any other tenant; HOST/PATH where tenants share a host'],
    [
      'comparison',
      "only what a file declares is compared; ids and defaults added by the API do not count as differences. Choices are matched by id, then by header and title, then by title, so that a renamed choice keeps its values if the file has its id. A choice cannot take another choice's title in one step: apply the two renames one after the other. If the API does not keep the order of a list, the numbering of choices or empty values, a note says so, and the change counts as applied. Only this machine remembers that; on a different one, such as a new CI runner, the change is planned and sent again, unless the file has the order that the API uses",
    ],
    [
      'merging',
      'members that a file does not mention are kept, at every depth; a list in a file replaces the whole list, and a warning names the choices that this removes',
    ],
    [
      'null',
      'removes a member. For label, description and helper_text, null and "" mean the same, because the API may return either',
    ],
    [
      'types',
      'are words in --type and CSV: decimal, datetime, semver, phone, array<TYPE>, ref<CATEGORY/NAME>(field,field); a word in capitals is sent as is',
    ],
    [
      'CSV columns',
      'name, type, label, description, helper_text, default_value, example_value, required, min_size, max_size, display, hidden, options, option_display, validators, display_options, id, hint, protect. Choices are separated by |; type and options may be JSON too. You can edit the output of fields list --output csv and read it back, unless it was written with --csv-raw; first remove columns that are not listed here. Apostrophes before formulas are removed when the file is read',
    ],
    [
      'CSV cells',
      'an empty cell declares nothing; in a column of yes and no, "no" declares false. As with the command-line options, required, min_size, max_size, display and hidden change a part of a field and leave the rest as it is. In a plan, options replaces all choices of a field; create --if-exists update removes none',
    ],
    [
      'fields create --file',
      'takes one object, a list, one object per line, or CSV. --if-exists says what to do when a name is taken: fail, skip, update (sends only what differs, and removes no choice) or allow (creates a second field of that name). To finish an interrupted create, run it again with --if-exists skip, or update if it declares default choices',
    ],
    [
      'fields export',
      'leaves out field ids (--with-ids keeps them) and members that are not in the API reference (--all keeps them), so that the file of one tenant can be applied to another. Ids of another tenant are never sent',
    ],
  ],
  example: `custom_fields:
  - name: budget
    type: {discriminator: SIMPLE, primitive_type: DECIMAL}
    label: Budget
    validators:
      - {required: true, size: {size: 1, size_type: MIN}}
  - name: stage
    type: {discriminator: SIMPLE, primitive_type: SEMVER}
    options:
      display_type: DROPDOWN
      groups:
        - {header: Open, options: [{title: Draft}, {title: Sent}]}
`,
};
