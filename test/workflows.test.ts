import {spawnSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import manifest from '../package.json' with {type: 'json'};

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
}

interface Workflow {
  readonly on: {readonly [event: string]: unknown};
  readonly permissions: {readonly [scope: string]: string};
  readonly jobs: {readonly [name: string]: {readonly permissions?: {[scope: string]: string}; readonly steps: Step[]}};
}

const top = join(import.meta.dirname, '..');
const folder = join(top, '.github/workflows');

function readWorkflow(file: string): {readonly text: string; readonly workflow: Workflow} {
  const text = readFileSync(join(folder, file), 'utf8');
  return {text, workflow: parse(text)};
}

test('workflows pin what they run, and may do no more than they need (row 129)', () => {
  const workflows = readdirSync(folder).toSorted().map(readWorkflow);
  const actions = workflows.flatMap(({text}) => text.match(/(?<=uses: ).*/g) ?? []);
  expect(actions.filter(action => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  expect(workflows.map(({workflow: {on}}) => Object.keys(on))).toEqual([['push', 'pull_request'], ['push']]);
  expect(
    workflows.map(({workflow: {permissions, jobs}}) => [
      permissions,
      ...Object.values(jobs).map(job => job.permissions),
    ]),
  ).toEqual([
    [{contents: 'read'}, undefined],
    [{}, {contents: 'read', 'id-token': 'write'}, {contents: 'write'}],
  ]);
  expect(readFileSync(join(top, '.github/SECURITY.md'), 'utf8')).toContain('Report a vulnerability');
});

test.each([
  ['as package.json says', `v${manifest.version}`, [0, '']],
  ['another', 'v99.0.0', [1, `::error::the tag is v99.0.0, but package.json says v${manifest.version}\n`]],
])('a release is published without a token, under the tag of its version: %s (row 125)', (_, tag, expected) => {
  const {text, workflow} = readWorkflow('release.yml');
  expect(text).not.toMatch(/secrets\.|NPM_TOKEN|NODE_AUTH_TOKEN/);
  const steps = workflow.jobs['publish']?.steps ?? [];
  const compare = steps.findIndex(({name}) => name === 'Compare the tag with the version');
  expect(steps.slice(compare + 1).map(({run}) => run)).toEqual(['.ci/run', 'npm publish --provenance --access public']);
  const {status, stdout} = spawnSync('bash', ['-e', '-c', steps[compare]?.run ?? ''], {
    cwd: top,
    encoding: 'utf8',
    env: {PATH: process.env['PATH'], GITHUB_REF_NAME: tag},
  });
  expect([status, stdout]).toEqual(expected);
});

test('a release carries its bill of materials (row 128)', () => {
  const {workflow} = readWorkflow('release.yml');
  const runs = workflow.jobs['release']?.steps.map(({run}) => run) ?? [];
  expect(runs.slice(2)).toEqual([
    'npm ci',
    'npm run build:standalone',
    'gh release create "$GITHUB_REF_NAME" --verify-tag --generate-notes dist/standalone/*',
  ]);
  const bill = JSON.parse(readFileSync(join(top, 'dist/standalone/bizctl.cdx.json'), 'utf8'));
  expect([bill.bomFormat, bill.metadata.component.name]).toEqual(['CycloneDX', 'bizctl']);
});
