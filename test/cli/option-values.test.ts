import {expect, test} from 'vitest';
import {bizctl} from '../harness/run-bizctl.js';
import {createTenant} from '../harness/tenant.js';

/** What a run that refuses its command line comes to. */
function refused(message: string, hint: string) {
  return {exitCode: 2, stdout: '', stderr: `error: ${message}\nhint: ${hint}\n`, requests: []};
}

async function run(line: readonly string[]) {
  const tenant = createTenant();
  return {...(await bizctl(line, {tenant})), requests: tenant.requests};
}

const notANumber = ['', 'x', '-1', '+1', '1.5', '1e3', '0x10', ' 1', '9'.repeat(10)];
const notSeconds = ['', 'x', '0', '0.0', '-1', '1e3', '.5', '5s', '86401', 'Infinity', 'NaN'];

/** Each option whose value is a number or a word of a list: a command that takes it, its flags in help, bad values and the hint. */
const options: readonly (readonly [string, string, readonly string[], string])[] = [
  ['fields list', '--limit <count>', [...notANumber, '0'], 'It is a whole number, 1 or more.'],
  ['fields list', '--page-size <count>', ['', 'x', '-1', '+1', '1.5', '1e3', '0x10', ' 1'], 'It is a whole number.'],
  ['fields list', '--retries <count>', notANumber, 'It is a whole number, 0 or more.'],
  ['fields list', '--timeout <seconds>', notSeconds, 'It is a number of seconds, more than 0.'],
  ['fields list', '--retry-budget <seconds>', notSeconds, 'It is a number of seconds, more than 0.'],
  [
    'fields list',
    '--output <format>',
    ['', 'xml', 'JSON', 'json '],
    'Allowed choices are table, json, ndjson, yaml, csv, tsv.',
  ],
  ['fields create --name a --type phone', '--min-size <count>', notANumber, 'It is a whole number, 0 or more.'],
  ['fields update cf_a', '--max-size <count>', notANumber, 'It is a whole number, 0 or more.'],
  [
    'fields create --name a',
    '--if-exists <what>',
    ['', 'maybe', 'SKIP'],
    'Allowed choices are fail, skip, update, allow.',
  ],
  ['fields create --file -', '--concurrency <count>', [...notANumber, '0', '65'], 'It is a whole number from 1 to 64.'],
  ['fields delete cf_a', '--concurrency <count>', ['0', '65'], 'It is a whole number from 1 to 64.'],
  ['fields apply -f f.yaml', '--concurrency <count>', ['0', '65'], 'It is a whole number from 1 to 64.'],
  ['fields apply -f f.yaml', '--expect-deletes <count>', notANumber, 'It is a whole number, 0 or more.'],
  ['fields undo run', '--expect-deletes <count>', notANumber, 'It is a whole number, 0 or more.'],
  ['fields plan -f f.yaml', '--format <format>', ['', 'html'], 'Allowed choices are text, markdown, github.'],
  ['sandbox serve', '--port <port>', [...notANumber, '65536'], 'It is a whole number from 0 to 65535.'],
];

test.each(options.flatMap(([line, flags, values, hint]) => values.map(value => [line, flags, value, hint] as const)))(
  'rejects %s with %s %j',
  async (line, flags, value, hint) => {
    expect(await run([...line.split(' '), `${flags.split(' ')[0]}=${value}`])).toEqual(
      refused(`option '${flags}' argument '${value}' is invalid`, hint),
    );
  },
);

test('rejects other values with one line and a hint', async () => {
  const lines = [
    'completion bsh',
    'schema fild',
    'fields update cf_a --null deleted',
    'fields update cf_a --null lable',
    'fields create --name a --type phone --null name',
    'fields create --name a --type phone --display togle',
    'fields create --name a --type phone --option-display slider',
    'fields create --name a --type phne',
    'fields list --columns id,,name',
    'fields list --base-url ftp://api.example.com',
    'api FETCH v2/x',
    'dates parse monday --time-zone Mars/Olympus',
  ];
  const words: string[] = [];
  for (const line of lines) {
    const {stderr, ...rest} = await run(line.split(' '));
    expect({line, ...rest}).toEqual({line, exitCode: 2, stdout: '', requests: []});
    words.push(`$ bizctl ${line}\n${stderr}`);
  }
  expect(words.join('\n')).toMatchInlineSnapshot(`
    "$ bizctl completion bsh
    error: command-argument value 'bsh' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish, powershell
    hint: See the options with --help.

    $ bizctl schema fild
    error: command-argument value 'fild' is invalid for argument 'document'. Allowed choices are fields, plan, result, error
    hint: See the options with --help.

    $ bizctl fields update cf_a --null deleted
    error: --null deleted: there is no such member, or it cannot be null
    hint: There is: hint, label, description, helper_text, default_value, display_options, options, validators.

    $ bizctl fields update cf_a --null lable
    error: --null lable: there is no such member, or it cannot be null
    hint: There is: hint, label, description, helper_text, default_value, display_options, options, validators.

    $ bizctl fields create --name a --type phone --null name
    error: --null name: there is no such member, or it cannot be null
    hint: There is: example_value, label, description, helper_text, default_value, display_options, options, validators.

    $ bizctl fields create --name a --type phone --display togle
    error: there is no display "togle"
    hint: There is: default, boolean, boolean:toggle, boolean:toggle_button, boolean:checkbox, boolean:radio, date_time, ref, ref:dropdown, ref:card, array, array<DISPLAY>.

    $ bizctl fields create --name a --type phone --option-display slider
    error: there is no option display "slider"
    hint: There is: dropdown, radio, checkbox.

    $ bizctl fields create --name a --type phne
    error: there is no type "phne"
    hint: Did you mean phone? To send an undocumented type, write it in capitals: PHNE.

    $ bizctl fields list --columns id,,name
    error: --columns has an empty name
    hint: It looks like: --columns id,name,type.primitive_type

    $ bizctl fields list --base-url ftp://api.example.com
    error: the base URL from --base-url is not an http address: "ftp://api.example.com"
    hint: It looks like https://host or https://host/path.

    $ bizctl api FETCH v2/x
    error: there is no method "FETCH"
    hint: Did you mean PATCH?

    $ bizctl dates parse monday --time-zone Mars/Olympus
    error: there is no time zone "Mars/Olympus"
    hint: A time zone is an IANA name such as UTC or America/New_York.
    "
  `);
});

test.each(['0.5', '1', '86400'])('accepts --timeout %s', async seconds => {
  expect(await run(['fields', 'list', '--json', '--quiet', `--timeout=${seconds}`])).toMatchObject({
    exitCode: 0,
    stderr: '',
  });
});
