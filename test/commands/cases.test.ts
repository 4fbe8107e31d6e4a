import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {token} from '../harness/fixed.js';
import {bizctl, type World} from '../harness/run-bizctl.js';
import {answering, createTenant, field, type Tenant} from '../harness/tenant.js';
import {readTree} from '../harness/tree.js';

/*
 * The six cases of each command, whole: at a terminal, in a pipe, as JSON, with nothing there, with bad input, and
 * refused by the API. The transcripts are in `cases/`; `npx vitest run test/commands/cases.test.ts -u` rewrites them.
 */

const type = '{discriminator: SIMPLE, primitive_type: DECIMAL}';
const files = {
  'fields.yaml': `custom_fields: [{name: budget, label: Net budget}, {name: stage, label: Stage, type: ${type}}]`,
  'same.yaml': 'custom_fields: [{name: budget, label: Budget}]',
};
const profile = 'profile add acme --base-url https://acme.example';

interface Command {
  readonly line: string;
  readonly world?: World;
  /** Runs in the same home first. */
  readonly before?: readonly string[];
  /** The case with nothing there: by default in an empty tenant. `undefined` for a command that has no such case. */
  readonly empty?: {readonly line?: string; readonly before?: readonly string[]; readonly world?: World} | undefined;
  readonly bad: string;
  /** False for a command that sends nothing. */
  readonly hasApi?: false;
}

const local = {hasApi: false, empty: undefined} as const;

function createBusyTenant(): Tenant {
  return createTenant([field('budget', {label: 'Budget'})]);
}

/** Fields files that leave nothing to do. */
function unchanged(verb: string): Command['empty'] {
  return {line: `fields ${verb} same.yaml`, world: {tenant: createBusyTenant()}};
}

const commands: {readonly [path: string]: Command} = {
  'fields list': {line: 'fields list', empty: {}, bad: 'fields list --order-by'},
  'fields get': {line: 'fields get name:budget', empty: {}, bad: 'fields get ..'},
  'fields create': {
    line: 'fields create --name stage --type decimal --label Stage',
    empty: {line: 'fields create --file empty.json'},
    world: {files: {'empty.json': '[]'}},
    bad: 'fields create --name stage --type decmal',
  },
  'fields update': {
    line: "fields update name:budget --label 'Net budget'",
    empty: {},
    bad: 'fields update name:budget --name other',
  },
  'fields edit': {
    line: 'fields edit name:budget',
    world: {editor: text => text.replace('label: Budget', 'label: Net budget'), answer: 'yes'},
    empty: {},
    bad: 'fields edit name:budget --matching b',
  },
  'fields delete': {line: 'fields delete name:budget --yes', empty: {}, bad: 'fields delete --yes'},
  'fields export': {line: 'fields export', empty: {}, bad: 'fields export more'},
  'fields plan': {line: 'fields plan -f fields.yaml', empty: unchanged('plan -f'), bad: 'fields plan'},
  'fields apply': {
    line: 'fields apply -f fields.yaml --yes',
    empty: unchanged('apply --yes -f'),
    bad: 'fields apply --file missing.yaml --yes',
  },
  'fields runs': {
    ...local,
    line: 'fields runs',
    before: ['fields apply -f fields.yaml --yes'],
    empty: {before: []},
    bad: 'fields runs a b',
  },
  'fields undo': {
    line: 'fields undo RUN --yes --expect-deletes 1',
    before: ['fields apply -f fields.yaml --yes'],
    empty: {before: []},
    bad: 'fields undo',
  },
  'fields diff': {line: 'fields diff fields.yaml', empty: unchanged('diff'), bad: 'fields diff'},
  'dates parse': {
    line: 'dates parse tomorrow at noon',
    empty: {line: 'dates parse colourless green ideas'},
    bad: 'dates parse 2026-02-30',
  },
  'deals list': {
    line: 'deals list',
    world: {tenant: answering({deals: [{id: 'deal_1', title: 'Roof', amount: {value: 10.5, currency: 'EUR'}}]})},
    empty: {},
    bad: 'deals list --limit 0',
  },
  'deals get': {
    line: 'deals get deal_1',
    world: {tenant: answering({deals: [{id: 'deal_1', title: 'Roof', amount: {value: 10.5, currency: 'EUR'}}]})},
    empty: {},
    bad: 'deals get',
  },
  api: {line: 'api GET v2/customFields', empty: {}, bad: 'api GET https://evil.example/'},
  'auth login': {
    line: 'auth login --base-url https://acme.example',
    world: {stdin: token},
    empty: undefined,
    bad: 'auth login --base-url http://acme.example',
  },
  'auth logout': {
    ...local,
    line: 'auth logout',
    world: {stdin: token},
    before: ['auth login --base-url https://acme.example'],
    empty: {before: []},
    bad: 'auth logout --profile acm',
  },
  'auth status': {
    line: 'auth status',
    world: {stdin: token},
    before: ['auth login --base-url https://acme.example'],
    empty: {before: []},
    bad: 'auth status more',
  },
  'profile list': {...local, line: 'profile list', before: [profile], empty: {before: []}, bad: 'profile list more'},
  'profile add': {...local, line: profile, bad: 'profile add acme'},
  'profile use': {...local, line: 'profile use acme', before: [profile], empty: {before: []}, bad: 'profile use'},
  'profile remove': {
    ...local,
    line: 'profile remove acme --yes',
    before: [profile],
    empty: {before: []},
    bad: 'profile remove acm --yes',
  },
  'config list': {
    ...local,
    line: 'config list',
    before: ['config set output table'],
    empty: {before: []},
    bad: 'config list more',
  },
  'config get': {
    ...local,
    line: 'config get color',
    before: ['config set color never'],
    empty: {before: []},
    bad: 'config get colour',
  },
  'config set': {...local, line: 'config set pager less', bad: 'config set color blue'},
  'config unset': {
    ...local,
    line: 'config unset color',
    before: ['config set color never'],
    empty: {before: []},
    bad: 'config unset',
  },
  'sandbox reset': {...local, line: 'sandbox reset --yes', bad: 'sandbox reset'},
  schema: {...local, line: 'schema error', bad: 'schema fild'},
  completion: {...local, line: 'completion fish', bad: 'completion bsh'},
  help: {...local, line: 'help exit-codes', bad: 'help exit-code'},
};

/** These open a port, start processes or need a terminal: `sandbox/` and the end-to-end tests hold their cases. */
const elsewhere = ['sandbox serve', 'sandbox sweep', 'fields browse', 'deals browse'];
/** Commands of profiles find no address in the environment. */
const isOfProfiles = (path: string) => /^(auth|profile) /.test(path);

interface Case {
  readonly what: string;
  readonly line: string;
  readonly world: World;
  readonly before: readonly string[];
}

function casesOf({line, world = {}, before = [], empty, bad, hasApi}: Command): readonly Case[] {
  const refusal = answering({message: 'not today'}, {status: 403});
  return [
    {what: 'at a terminal', line, world: {...world, terminal: 80}, before},
    {what: 'in a pipe', line, world, before},
    {what: 'as JSON', line: `${line} --json`, world, before},
    ...(empty ? [{what: 'with nothing there', line, world: {...world, tenant: createTenant()}, before, ...empty}] : []),
    {what: 'with bad input', line: bad, world, before},
    ...(hasApi === false ? [] : [{what: 'refused by the API', line, world: {...world, tenant: refusal}, before}]),
  ];
}

const runId = /\d{8}T\d{9}-[0-9a-f]{8}/g;

/** Hides what differs from run to run, in the same width. */
function mask(text: string, home: string): string {
  return text
    .replaceAll(home, 'HOME')
    .replace(runId, '20261121T130000000-xxxxxxxx')
    .replace(/\bcf_[0-9a-z]{12}\b/g, 'cf_xxxxxxxxxxxx')
    .replaceAll('\u001b', '\\u001b')
    .replaceAll('\r', '\\r');
}

async function runCase(path: string, {what, line, world, before}: Case): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'bizctl-cases-'));
  onTestFinished(() => rmSync(home, {recursive: true}));
  const tenant = createBusyTenant();
  const env = isOfProfiles(path) ? {BIZCTL_BASE_URL: undefined, BIZCTL_TOKEN: undefined} : {};
  let run = 'RUN';
  for (const earlier of before) {
    const {exitCode, stderr} = await bizctl(earlier, {home, files, env, tenant, stdin: token});
    expect({earlier, exitCode}).toEqual({earlier, exitCode: 0});
    run = stderr.match(runId)?.[0] ?? run;
  }
  const outcome = await bizctl(line.replace('RUN', run), {
    home,
    env,
    tenant,
    ...world,
    files: {...files, ...world.files},
  });
  expect(outcome.stderr).not.toContain('this is a bug in bizctl');
  const streams = (['stdout', 'stderr'] as const).map(name => `--- ${name}\n${mask(outcome[name], home)}`).join('');
  return `### ${what}\n$ bizctl ${line}\nexit ${outcome.exitCode}\n${streams}`;
}

test('every command has its cases', () => {
  expect([...Object.keys(commands), ...elsewhere].sort()).toEqual(
    readTree()
      .map(({path}) => path)
      .sort(),
  );
});

test.each(Object.entries(commands))('%s in all its cases', async (path, command) => {
  const transcripts: string[] = [];
  for (const each of casesOf(command)) transcripts.push(await runCase(path, each));
  await expect(transcripts.join('\n')).toMatchFileSnapshot(`cases/${path.replaceAll(' ', '-')}.txt`);
});
