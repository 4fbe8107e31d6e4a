import {expect, test} from 'vitest';
import {token} from '../../harness/fixed.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {answering, createTenant, reply} from '../../harness/tenant.js';
import {allowViolations} from '../../harness/violations.js';

test('underlines the matched part, shows dates in the zone and in UTC, and puts a recurrence into words', async () => {
  const line = 'dates parse invoice every friday at 3pm until january --time-zone Europe/Berlin';
  expect((await bizctl(line, {terminal: 100})).stdout).toMatchInlineSnapshot(`
    "[2mphrase[22m   invoice [4mevery friday at 3pm until january[24m
    [2mzone[22m     Europe/Berlin
    [2mmatched[22m  [33monly "every friday at 3pm until january"[39m
    [2mdates[22m    [1mFri 27 Nov 2026 15:00 +01:00[22m[2m  Fri 27 Nov 2026 14:00 UTC  in 6 days[22m
             [1mFri  4 Dec 2026 15:00 +01:00[22m[2m  Fri  4 Dec 2026 14:00 UTC  in 13 days[22m
             [1mFri 11 Dec 2026 15:00 +01:00[22m[2m  Fri 11 Dec 2026 14:00 UTC  in 20 days[22m
             [1mFri 18 Dec 2026 15:00 +01:00[22m[2m  Fri 18 Dec 2026 14:00 UTC  in 27 days[22m
             [1mFri 25 Dec 2026 15:00 +01:00[22m[2m  Fri 25 Dec 2026 14:00 UTC  in 34 days[22m
    [2mrepeats[22m  every Friday at 15:00
    [2muntil[22m    [1mFri  1 Jan 2027 00:00 +01:00[22m[2m  Thu 31 Dec 2026 23:00 UTC  in 40 days[22m
    "
  `);
  expect(await bizctl(line)).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "note: only part of "invoice every friday at 3pm until january" was understood
    ",
      "stdout": "phrase   invoice every friday at 3pm until january
    zone     Europe/Berlin
    matched  only "every friday at 3pm until january"
    dates    Fri 27 Nov 2026 15:00 +01:00  Fri 27 Nov 2026 14:00 UTC  in 6 days
             Fri  4 Dec 2026 15:00 +01:00  Fri  4 Dec 2026 14:00 UTC  in 13 days
             Fri 11 Dec 2026 15:00 +01:00  Fri 11 Dec 2026 14:00 UTC  in 20 days
             Fri 18 Dec 2026 15:00 +01:00  Fri 18 Dec 2026 14:00 UTC  in 27 days
             Fri 25 Dec 2026 15:00 +01:00  Fri 25 Dec 2026 14:00 UTC  in 34 days
    repeats  every Friday at 15:00
    until    Fri  1 Jan 2027 00:00 +01:00  Thu 31 Dec 2026 23:00 UTC  in 40 days
    ",
    }
  `);
});

test('prints the API’s results as JSON', async () => {
  const {exitCode, stdout} = await bizctl('dates parse tomorrow at noon --json', {zone: 'Asia/Tokyo'});
  expect({exitCode, results: JSON.parse(stdout)}).toEqual({
    exitCode: 0,
    results: [
      {
        query: 'tomorrow at noon',
        parse_start: 0,
        parse_end: 16,
        complete_match: true,
        recurring: false,
        date_inferred: false,
        time_inferred: false,
        result: {dates: ['2026-11-22T03:00:00Z'], chain: 'SINGLE'},
      },
    ],
  });
});

test('sends phrase and zone, whatever characters the phrase holds (row 112)', async () => {
  const tenant = createTenant();
  await bizctl(['dates', 'parse', 'a&b\u001b=#', '--time-zone', 'america/new_york'], {tenant});
  expect(tenant.requests).toEqual(['GET /v2/dateExpressions?time_zone=America%2FNew_York&query=a%26b%1B%3D%23']);
});

test('--first prints only the first date and exits with 4 when there is none', async () => {
  expect(await bizctl('dates parse monday and friday at 9:00 --first')).toEqual({
    exitCode: 0,
    stdout: '2026-11-23T09:00:00Z\n',
    stderr: '',
  });
  expect(await bizctl('dates parse monday --first --json')).toEqual({
    exitCode: 0,
    stdout: '"2026-11-23T12:00:00Z"\n',
    stderr: '',
  });
  expect(await bizctl('dates parse nothing at all --first')).toMatchInlineSnapshot(`
    {
      "exitCode": 4,
      "stderr": "error: no date in "nothing at all"
    hint: Rephrase it, for example "next friday at 3pm".
    ",
      "stdout": "",
    }
  `);
});

test('answers the lines of stdin in order', async () => {
  const tenant = createTenant([], {
    'GET /v2/dateExpressions#1': async (_request, carryOut) => {
      await new Promise(resolve => setImmediate(resolve));
      return carryOut();
    },
  });
  const stdin = 'monday\n\nnonsense\r\ntuesday or so';
  expect(await bizctl('dates parse --first', {tenant, stdin})).toMatchInlineSnapshot(`
    {
      "exitCode": 4,
      "stderr": "note: only part of "tuesday or so" was understood
    error: no date in "nonsense"
    hint: Rephrase it, for example "next friday at 3pm".
    ",
      "stdout": "2026-11-23T12:00:00Z


    2026-11-24T12:00:00Z
    ",
    }
  `);
  expect(await bizctl('dates parse --first --json', {stdin: 'monday\nnonsense\n'})).toMatchObject({
    exitCode: 4,
    stdout: '[\n  "2026-11-23T12:00:00Z",\n  null\n]\n',
  });
  const {stdout} = await bizctl('dates parse --output ndjson', {stdin});
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
      .map(({query, results}) => [query, results.length]),
  ).toEqual([
    ['monday', 1],
    ['nonsense', 0],
    ['tuesday or so', 1],
  ]);
  expect(await bizctl('dates parse', {stdin: 'monday\ntuesday\n'})).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "",
      "stdout": "phrase    monday
    zone      UTC
    date      Mon 23 Nov 2026 12:00 UTC  in 2 days
    inferred  the time

    phrase    tuesday
    zone      UTC
    date      Tue 24 Nov 2026 12:00 UTC  in 3 days
    inferred  the time
    ",
    }
  `);
});

test('escapes text from the API with --first as well (rows 91, 93)', async () => {
  const tenant = answering({results: [{result: {dates: ['x\u001b[2J\u009b\u202e']}}]});
  expect((await bizctl('dates parse monday --first', {tenant})).stdout).toBe('x\\u001b[2J\\u009b\\u202e\n');
  expect((await bizctl('dates parse monday --first --json', {tenant})).stdout).toBe('"x\\u001b[2J\\u009b\\u202e"\n');
});

test('rejects stdin that ends in the middle of a character', async () => {
  const stdin = new Uint8Array([...new TextEncoder().encode('monday\ncaf'), 0xc3]);
  expect(await bizctl('dates parse --first', {stdin})).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('stdin is not UTF-8 text'),
  });
});

test('notes a partial match, and fails on it with --strict (row 112)', async () => {
  expect(await bizctl('dates parse call me monday --first')).toEqual({
    exitCode: 0,
    stdout: '2026-11-23T12:00:00Z\n',
    stderr: 'note: only part of "call me monday" was understood\n',
  });
  expect(await bizctl('dates parse call me monday --first --strict --quiet')).toEqual({
    exitCode: 4,
    stdout: '2026-11-23T12:00:00Z\n',
    stderr: 'error: "call me monday" was not fully understood\nhint: Rephrase it, for example "next friday at 3pm".\n',
  });
});

test.each([{}, {complete_match: null}])(
  '--strict fails unless the API says that all was understood: %j',
  async said => {
    allowViolations();
    const results = [{query: 'x', ...said, result: {dates: ['2026-01-02T00:00:00Z']}}];
    const {exitCode, stdout} = await bizctl('dates parse x --first --strict', {tenant: answering({results})});
    expect({exitCode, stdout}).toEqual({exitCode: 4, stdout: '2026-01-02T00:00:00Z\n'});
  },
);

test.each([
  ['Etc/Unknown', ''],
  ['ETC/UNKNOWN', ''],
  ['Mars/Olympus', 'Use an IANA name such as UTC or America/New_York.'],
  ['', 'Use an IANA name such as UTC or America/New_York.'],
  ['GMT+5', 'Did you mean Asia/'],
  ['CET', 'Did you mean Europe/Paris, '],
  ['EST', 'Did you mean America/New_York, '],
  ['CST', 'Did you mean America/Chicago, '],
  ['+05:30', 'Did you mean Asia/Calcutta or Asia/Colombo?'],
  ['Europe/Amsterdm', 'Did you mean Europe/Amsterdam?'],
  ['Netherlands/Amsterdm', 'Did you mean Europe/Amsterdam?'],
  ['amsterdam', 'Did you mean Europe/Amsterdam?'],
])('rejects the zone %j and suggests near names (row 109)', async (zone, hint) => {
  const tenant = createTenant();
  const {exitCode, stderr} = await bizctl(['dates', 'parse', 'monday', '--time-zone', zone], {tenant});
  expect({exitCode, requests: tenant.requests}).toEqual({exitCode: 2, requests: []});
  expect(stderr).toContain(`error: unknown time zone ${JSON.stringify(zone)}\nhint: ${hint}`);
});

test.each(['Asia/Kolkata', 'Europe/Kyiv', 'US/Pacific', 'UTC', 'GMT', 'Etc/GMT+5'])(
  'accepts the zone %s, also by an older or newer name',
  async zone => {
    expect((await bizctl(['dates', 'parse', 'monday', '--time-zone', zone, '--first'])).exitCode).toBe(0);
  },
);

test('handles results that are empty or hold only undocumented members', async () => {
  const results = [
    {},
    {query: null, result: null, recurring: true, mood: 'sunny'},
    {result: {dates: ['soon', null], chain: 'WEEKLY'}, recurring: true, parse_start: 1, parse_end: 99},
  ];
  const run = await bizctl('dates parse abc', {tenant: answering({results})});
  expect(run).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "",
      "stdout": "phrase   abc
    zone     UTC
    reading  1 of 3
    date     none
             abc
    reading  2 of 3
    date     none
    repeats  yes
    mood     sunny
             abc
    reading  3 of 3: "bc"
    date     soon
    repeats  WEEKLY
    ",
    }
  `);
});

test('reports one clear error when the reply does not match the reference', async () => {
  for (const body of [{}, {results: null}, {results: 'x'}, []]) {
    expect(await bizctl('dates parse monday', {tenant: answering(body)})).toEqual({
      exitCode: 6,
      stdout: '',
      stderr: 'error: the reply has no list in "results"\nhint: Check the base URL.\n',
    });
  }
  expect((await bizctl('dates parse monday', {tenant: answering({results: [null]})})).stderr).toBe(
    'error: the reply has elements in "results" that are not objects\nhint: Check the base URL.\n',
  );
});

test('a phrase of any length takes no more than 300 characters of a message', async () => {
  const phrase = 'x'.repeat(60_000);
  const {stderr} = await bizctl(['dates', 'parse', phrase], {tenant: answering({results: []})});
  expect(stderr).toBe(`note: no date in "${'x'.repeat(300)}…"\n`);
});

test('needs a phrase at a terminal, and always a token', async () => {
  expect(await bizctl('dates parse', {terminal: 80})).toMatchObject({exitCode: 2, stdout: ''});
  expect(await bizctl('dates parse monday', {env: {BIZCTL_TOKEN: undefined}})).toMatchObject({exitCode: 3, stdout: ''});
});

test('stops when a later phrase fails, and says so', async () => {
  const tenant = createTenant([], {
    'GET /v2/dateExpressions': request =>
      request.url.includes('bad') ? reply('', {status: 400}) : reply({results: []}),
  });
  const {exitCode, stderr} = await bizctl('dates parse --quiet', {tenant, stdin: 'a\nb\nc\nd\ne\nbad\nf\n'});
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr: expect.stringMatching(/^error: stopped after 5 phrases, at the phrase "bad": HTTP 400/),
  });
  expect(stderr).not.toContain(token);
});

test.each([
  ['every july 4th', 'every year on the 4th of July at 12:00', true],
  ['every friday 5 times', 'every Friday at 12:00, 5 times', false],
  ['last day of every month', 'every month on the last day at 12:00', true],
  ['every last weekday of the month', 'every month on the last weekday at 12:00', true],
  ['on the 1st and 15th of every month at 9', 'every month on the 1st and the 15th at 09:00', true],
  ['every 2 weeks on mon and thu at 10', 'every 2 weeks on Monday and Thursday at 10:00', true],
])('puts the rule of "%s" into words and says whether it goes on', async (phrase, words, isEndless) => {
  const {stdout} = await bizctl(['dates', 'parse', phrase, '--time-zone', 'Europe/Berlin']);
  expect(/^repeats +(.*)$/m.exec(stdout)?.[1]).toBe(words);
  expect(/^ +and so on$/m.test(stdout)).toBe(isEndless);
});

test('labels the ends of a range, and each of several readings', async () => {
  const range = await bizctl(['dates', 'parse', 'tomorrow from 2 to 4pm', '--time-zone', 'UTC']);
  expect(range.stdout).toMatch(/^from +\S+ \d+ \w+ \d+ 14:00 UTC.*\nto +\S+ \d+ \w+ \d+ 16:00 UTC/m);
  const two = await bizctl(['dates', 'parse', 'call on june 3, then write on july 5', '--time-zone', 'UTC']);
  expect(two.stdout.match(/^reading.*$/gm)).toEqual(['reading   1 of 2: "on june 3"', 'reading   2 of 2: "on july 5"']);
});

test('--verbose names the policies by which bizctl itself would read the same dates', async () => {
  const {stdout} = await bizctl(['dates', 'parse', 'friday', '--time-zone', 'UTC', '--verbose']);
  expect(stdout).toMatch(/^rules {5}A weekday without .*\n {10}A day without a time means noon\.$/m);
});

test.each(['', 'Mars/Olympus', 'GMT+5', 'Etc/Unknown', '/etc/passwd', 'UTC0'])(
  'a TZ of %j is checked like --time-zone, before any request (row 145)',
  async TZ => {
    const tenant = createTenant();
    const {exitCode, stdout, stderr} = await bizctl('dates parse tomorrow', {tenant, env: {TZ}});
    expect({exitCode, stdout, requests: tenant.requests}).toEqual({exitCode: 2, stdout: '', requests: []});
    expect(stderr).toContain(`error: this machine's time zone is not an IANA name: ${JSON.stringify(TZ)}\n`);
    expect(stderr).toContain('Set TZ, or pass --time-zone.');
    expect((await bizctl('dates parse tomorrow --time-zone UTC', {tenant, env: {TZ}})).exitCode).toBe(0);
  },
);

test.each([
  ['GMT+5', '', 'America/'],
  ['GMT-5', '', 'Asia/'],
  ['UTC', ' --time-zone GMT+5', 'Asia/'],
])('for the zone of TZ=%s%s, zones of the same offset are suggested (row 145)', async (TZ, more, region) => {
  const {stderr} = await bizctl(`dates parse tomorrow${more}`, {tenant: createTenant(), env: {TZ}});
  expect(stderr).toContain(`hint: Did you mean ${region}`);
});

test.each([
  ['Europe/Amsterdam', 'Europe%2FAmsterdam'],
  [':America/New_York', 'America%2FNew_York'],
  ['utc', 'UTC'],
  ['/usr/share/zoneinfo/Europe/Berlin', 'Europe%2FBerlin'],
])('a TZ of %s is sent (row 145)', async (TZ, sent) => {
  const tenant = createTenant();
  await bizctl('dates parse tomorrow', {tenant, env: {TZ}});
  expect(tenant.requests).toEqual([`GET /v2/dateExpressions?time_zone=${sent}&query=tomorrow`]);
});

test('a zone of this machine that is only an offset is not sent (row 145)', async () => {
  const tenant = createTenant();
  expect((await bizctl('dates parse tomorrow', {tenant, zone: '+05:00'})).exitCode).toBe(2);
  expect(tenant.requests).toEqual([]);
});

test.each([
  [-1, 'at 09:00'],
  [0, 'at 09:00'],
  [1, 'every day at 09:00'],
  [3, 'every 3 days at 09:00'],
  [7, 'every Friday at 09:00'],
  [14, 'every 2 weeks on Friday at 09:00'],
])('describes dates %i days apart where the chain is not a rule', async (days, words) => {
  const dates = [0, 1, 2].map(index => new Date(Date.UTC(2026, 10, 27 + index * days, 9)).toISOString());
  const tenant = answering({results: [{query: 'x', recurring: true, result: {dates, chain: 'CUSTOM'}}]});
  const {stdout} = await bizctl('dates parse x --time-zone UTC', {tenant});
  expect(/^repeats +(.*)$/m.exec(stdout)?.[1]).toBe(`${words} (CUSTOM)`);
});

test.each([
  ['results', Array.from({length: 20_001}, () => ({}))],
  ['dates', [{result: {dates: Array.from({length: 20_000}, () => '2026-01-01T00:00:00Z')}}]],
])('refuses a reply with more %s than a phrase can mean', async (_what, results) => {
  expect(await bizctl('dates parse monday --json', {tenant: answering({results})})).toMatchObject({
    exitCode: 6,
    stdout: '',
    stderr: expect.stringContaining('the JSON has too many results and dates (limit: 20,000)'),
  });
  expect((await bizctl('dates parse monday --json', {tenant: answering({results: results.slice(1)})})).exitCode).toBe(
    0,
  );
});

test('says that the date was inferred', async () => {
  const {stdout} = await bizctl('dates parse at 3pm --time-zone UTC');
  expect(stdout).toMatch(/^inferred +the date$/m);
});

test('asks for a phrase where a person can answer, and says how to pass one to nobody', async () => {
  const asked = {terminal: 80, answers: {'Date phrase': '2026-12-01'}};
  const {exitCode, stdout} = await bizctl('dates parse --json --first', asked);
  expect({exitCode, stdout}).toMatchObject({exitCode: 0, stdout: expect.stringContaining('2026-12-01')});
  const {stderr} = await bizctl('dates parse --no-input', asked);
  expect(stderr).toContain('no phrase given');
});
