/** True for a word in capitals, which is sent as it is: the reference lists only the values seen. */
export function isSentAsIs(word: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(word);
}

/** How to send a word that the reference does not list, as the end of a hint; empty for text that is not a word. */
export function adviseCapitals(text: string, what: string): string {
  return /^[a-z]\w*$/i.test(text)
    ? ` To send an undocumented ${what}, write it in capitals: ${text.toUpperCase()}.`
    : '';
}

/** Primitive types in the reference (2.2) that need no special name. */
export const primitiveWords = ['decimal', 'datetime', 'semver', 'phone'];

/** Displays (2.4) in the syntax of `--display`. */
export const displayWords = [
  'default',
  'boolean',
  'boolean:toggle',
  'boolean:toggle_button',
  'boolean:checkbox',
  'boolean:radio',
  'date_time',
  'ref',
  'ref:dropdown',
  'ref:card',
  'array',
];
/** Displays of choices (2.4a). */
export const optionWords = ['dropdown', 'radio', 'checkbox'];

/** The members of a custom field (2.1), in display order. */
export const fieldMembers = [
  'id',
  'name',
  'type',
  'label',
  'description',
  'helper_text',
  'default_value',
  'validators',
  'display_options',
  'options',
];

/** Paths documented for a field (2.1 to 2.4a), whether or not any field has them. */
export const fieldPaths = [
  ...fieldMembers,
  ...['discriminator', 'primitive_type', 'array', 'array.list_type', 'ref', 'ref.reference_type', 'ref.fields'].map(
    path => `type.${path}`,
  ),
  ...[
    'hidden',
    'type',
    'array_display_options',
    'reference_type_display_options',
    'date_time_display_options',
    'boolean_display_options',
    'duration',
  ].map(path => `display_options.${path}`),
  ...['display_type', 'groups', 'default_option_id', 'option_source'].map(path => `options.${path}`),
];

/** The columns of the table of runs. */
export const runPaths = [
  'run',
  'command',
  'tenant',
  'base_url',
  'began',
  'done',
  'failed',
  'open',
  'outcome',
  'undoes',
  'fleet',
];

/** Those of the writes of one run. */
export const runWritePaths = ['action', 'name', 'id', 'state', 'changes', 'note'];
