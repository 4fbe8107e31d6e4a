import {expect, test} from 'vitest';
import {formatNames} from '../../src/output/formats.js';
import {bizctl} from '../harness/run-bizctl.js';
import {createTenant, field} from '../harness/tenant.js';

/** What a run that refuses its command line comes to. */
function refused(message: string) {
  return {exitCode: 2, stdout: '', stderr: `error: ${message}\n`, requests: []};
}

async function run(line: readonly string[]) {
  const tenant = createTenant();
  return {...(await bizctl(line, {tenant})), requests: tenant.requests};
}

const notANumber = ['', 'x', '1\n2', '-1', '+1', '1.5', '1e3', '0x10', ' 1', '9'.repeat(10)];
const notSeconds = ['', 'x', '0', '0.0', '-1', '1e3', '.5', '5s', '86401', 'Infinity', 'NaN'];

/**
 * Each option whose value is a number or a word of a list: a command that takes it, its flags in help, bad values and
 * what is expected.
 */
const options: readonly (readonly [string, string, readonly string[], string])[] = [
  ['fields list', '--limit <count>', [...notANumber, '0'], 'expected a whole number from 1 to 999999999'],
  [
    'fields list',
    '--page-size <count>',
    ['', 'x', '0', '-1', '+1', '1.5', '1e3', '0x10', ' 1'],
    'expected a whole number, 1 or more',
  ],
  ['fields list', '--retries <count>', notANumber, 'expected a whole number from 0 to 999999999'],
  ['fields list', '--timeout <seconds>', notSeconds, 'expected a number of seconds above 0, up to 86400'],
  ['fields list', '--retry-budget <seconds>', notSeconds, 'expected a number of seconds above 0, up to 86400'],
  [
    'fields list',
    '--output <format>',
    ['', 'xml', 'JSON', 'json '],
    `use ${formatNames.slice(0, -1).join(', ')} or ${formatNames.at(-1)}`,
  ],
  [
    'fields create --name a --type phone',
    '--min-size <count>',
    notANumber,
    'expected a whole number from 0 to 999999999',
  ],
  ['fields update cf_a', '--max-size <count>', notANumber, 'expected a whole number from 0 to 999999999'],
  ['fields create --name a', '--if-exists <what>', ['', 'maybe', 'SKIP'], 'use fail, skip, update or allow'],
  [
    'fields create --file -',
    '--concurrency <count>',
    [...notANumber, '0', '65'],
    'expected a whole number from 1 to 64',
  ],
  ['fields delete cf_a', '--concurrency <count>', ['0', '65'], 'expected a whole number from 1 to 64'],
  ['fields apply -f f.yaml', '--concurrency <count>', ['0', '65'], 'expected a whole number from 1 to 64'],
  ['fields apply -f f.yaml', '--expect-deletes <count>', notANumber, 'expected a whole number from 0 to 999999999'],
  ['fields undo run', '--expect-deletes <count>', notANumber, 'expected a whole number from 0 to 999999999'],
  ['fields plan -f f.yaml', '--format <format>', ['', 'html'], 'use text, markdown or github'],
  ['sandbox serve', '--port <port>', [...notANumber, '65536'], 'expected a whole number from 0 to 65535'],
];

test.each(
  options.flatMap(([line, flags, values, expected]) => values.map(value => [line, flags, value, expected] as const)),
)('rejects %s with %s %j', async (line, flags, value, expected) => {
  const [option = ''] = flags.split(' ');
  expect(await run([...line.split(' '), `${option}=${value}`])).toEqual(
    refused(`invalid value for ${option}: ${JSON.stringify(value)} (${expected})`),
  );
});

test.each(['fields create', 'fields update cf_a'])('%s reads one file, not the last of several', async line => {
  expect(await run([...line.split(' '), '--file', 'a.json', '--file=b c.json'])).toEqual(
    refused('invalid value for --file: "b c.json" (a.json was already given; run the command once for each file)'),
  );
});

test('rejects other values with one line and a hint', async () => {
  const lines = [
    'completion bsh',
    'schema fild',
    'fields update cf_a --null deleted',
    'fields update cf_a --null lable',
    'fields update cf_a --null ',
    'fields create --name a --type phone --null name',
    'fields create --name a --type phone --display togle',
    'fields create --name a --type phone --option-display slider',
    'fields create --name a --type phne',
    'fields list --columns id,,name',
    'fields list --base-url ftp://api.example.com',
    'fields create --name a --type ref<CRM/Contact>(name,)',
    'fields create --name a --type ref<CRM/Contact>(name)x',
    'api FETCH v2/x',
    'api v2/x',
    'api GET http://',
    'api GET v2/x --paginate --include',
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
    error: unknown shell "bsh" (use bash, zsh, fish or powershell)

    $ bizctl schema fild
    error: unknown document "fild" (use fields, plan, diff, result, error or openapi)

    $ bizctl fields update cf_a --null deleted
    error: --null: "deleted" cannot be set to null
    hint: Use one of: hint, label, description, helper_text, default_value, display_options, options, validators.

    $ bizctl fields update cf_a --null lable
    error: --null: "lable" cannot be set to null
    hint: Did you mean label?

    $ bizctl fields update cf_a --null 
    error: --null: "" cannot be set to null
    hint: Use one of: hint, label, description, helper_text, default_value, display_options, options, validators.

    $ bizctl fields create --name a --type phone --null name
    error: --null: "name" cannot be set to null
    hint: Use one of: example_value, label, description, helper_text, default_value, display_options, options, validators.

    $ bizctl fields create --name a --type phone --display togle
    error: unknown display "togle"
    hint: Use one of: default, boolean, boolean:toggle, boolean:toggle_button, boolean:checkbox, boolean:radio, date_time, ref, ref:dropdown, ref:card, array, array<DISPLAY>. To send an undocumented display, write it in capitals: TOGLE.

    $ bizctl fields create --name a --type phone --option-display slider
    error: unknown option display "slider"
    hint: Use one of: dropdown, radio, checkbox. To send an undocumented display, write it in capitals: SLIDER.

    $ bizctl fields create --name a --type phne
    error: unknown type "phne"
    hint: Did you mean phone? To send an undocumented type, write it in capitals: PHNE.

    $ bizctl fields list --columns id,,name
    error: --columns contains an empty name
    hint: Use a list such as: id,name,type.primitive_type

    $ bizctl fields list --base-url ftp://api.example.com
    error: the base URL from --base-url is not a valid http or https URL: "ftp://api.example.com"
    hint: Use https://host or https://host/path.

    $ bizctl fields create --name a --type ref<CRM/Contact>(name,)
    error: the type "ref<CRM/Contact>(name,)" has an empty field name
    hint: Use decimal, datetime, semver, phone, array<TYPE>, or ref<CATEGORY/NAME>(field,field).

    $ bizctl fields create --name a --type ref<CRM/Contact>(name)x
    error: unknown type "ref<CRM/Contact>(name)x"
    hint: Use decimal, datetime, semver, phone, array<TYPE>, or ref<CATEGORY/NAME>(field,field).

    $ bizctl api FETCH v2/x
    error: unknown method "FETCH"
    hint: Did you mean PATCH?

    $ bizctl api v2/x
    error: missing argument <path>
    hint: Pass a method and a path, such as GET v2/deals.

    $ bizctl api GET http://
    error: "http://" is not a path
    hint: Use a path such as v2/deals.

    $ bizctl api GET v2/x --paginate --include
    error: --include cannot be combined with --paginate
    hint: Use only one of them.

    $ bizctl dates parse monday --time-zone Mars/Olympus
    error: unknown time zone "Mars/Olympus"
    hint: Use an IANA name such as UTC or America/New_York.
    "
  `);
});

test.each(['0.5', '1', '86400'])('accepts --timeout %s', async seconds => {
  expect(await run(['fields', 'list', '--json', '--quiet', `--timeout=${seconds}`])).toMatchObject({
    exitCode: 0,
    stderr: '',
  });
});

test.each([
  ['fields update cf_a --label --dry-run', '--label', '--dry-run'],
  ['fields update cf_a --label --dryrun', '--label', '--dryrun'],
  ['fields update cf_a --label --sandbox', '--label', '--sandbox'],
  ['fields update cf_a --label --help', '--label', '--help'],
  ['fields update cf_a --label -- cf_b', '--label', '--'],
  ['fields list --sort -h', '--sort', '-h'],
  ['fields create --name --type decimal', '--name', '--type'],
  ['--profile --quiet fields list', '--profile', '--quiet'],
  // A profile may be named like a command.
  ['--profile api fields update cf_a --label --dry-run', '--label', '--dry-run'],
  ['api POST v2/deals -f -F a=1', '--field', '-F'],
  ['api GET v2/deals --items --limit=2', '--items', '--limit=2'],
])('%s: an option is not used as the value of another', async (line, option, value) => {
  expect(await run(line.split(' '))).toEqual(
    refused(
      `${option} needs a value, but is followed by ${value}\nhint: If that is the value, pass ${option}=${value}`,
    ),
  );
});

test.each([['--label=--dry-run'], ['--label=-f'], ['--label', '-1'], ['--label', '-x'], ['--label', '-- done --']])(
  'a value may look like an option: %s %s',
  async (...words) => {
    const tenant = createTenant([field('a')]);
    expect((await bizctl(['fields', 'update', 'cf_a', ...words], {tenant})).exitCode).toBe(0);
    expect(tenant.fields().map(text => JSON.parse(text).label)).toEqual([words.at(-1)?.replace('--label=', '')]);
  },
);

test.each([
  'auth login --token=SECRET',
  '--token=SECRET fields list',
  'api GET v2/x -H "Authorization: SECR\u00c9T\u4e00"',
])('what may be a token on the command line is not printed: %s', async line => {
  const {exitCode, stderr} = await run(
    [...line.matchAll(/"(.*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? ''),
  );
  expect({exitCode, isShown: /SECR/.test(stderr)}).toEqual({exitCode: 2, isShown: false});
});

test('a token as an option gets the advice on tokens', async () => {
  expect(await run(['fields', 'list', '--token=SECRET'])).toEqual(
    refused(
      'unknown option --token=…\nhint: Other users can see the command line. Set BIZCTL_TOKEN, or run: bizctl auth login --profile NAME < token-file',
    ),
  );
});
