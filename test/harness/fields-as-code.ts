import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect} from 'vitest';
import {bizctl, type World} from './run-bizctl.js';
import type {Tenant} from './tenant.js';

/** The type of a declared field, in YAML. */
export const declaredType = '{discriminator: SIMPLE, primitive_type: DECIMAL}';

/** Relabels `a`, creates `new`. */
const fieldsFile = `custom_fields:
  - name: a
    type: ${declaredType}
    label: New label
  - name: new
    type: ${declaredType}
    label: New
    example_value: {x: 1}
`;

/** The requests that are writes. */
export function writesOf({requests}: Tenant): readonly string[] {
  return requests.filter(each => !each.startsWith('GET'));
}

/** Gives each test in a file its own home directory for runs, and a fields file `f.yaml`. */
export function useFieldsAsCode() {
  let home = '';
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'bizctl-apply-'));
  });
  afterEach(() => rmSync(home, {recursive: true}));
  const inHome = (...parts: readonly string[]) => join(home, ...parts);
  const run = (line: string | readonly string[], tenant: Pick<Tenant, 'fetch'>, world: World = {}) =>
    bizctl(line, {tenant, home, files: {'f.yaml': fieldsFile}, ...world});
  /** The journals on disk, parsed. */
  const journals = () =>
    readdirSync(inHome('data/runs'))
      .filter(name => name.endsWith('.jsonl'))
      .map(name =>
        readFileSync(inHome('data/runs', name), 'utf8')
          .trim()
          .split('\n')
          .map(line => JSON.parse(line)),
      );
  /** The id of the only run. */
  const runId = (): string => journals()[0]?.[0].run ?? '';
  /** Replaces the end of the only journal, as a process that is killed would leave it. */
  const cutJournal = (keep: number, more: readonly object[] = []) => {
    const path = inHome('data/runs', `${runId()}.jsonl`);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n').slice(0, keep);
    writeFileSync(path, [...lines, ...more.map(entry => JSON.stringify(entry))].map(line => `${line}\n`).join(''));
  };
  /** Saves a plan of `f.yaml` and returns a world with it as `plan.json`. */
  const savePlan = async (tenant: Tenant, world: World = {}) => {
    const path = inHome('plan.json');
    expect((await run(`fields plan -f f.yaml --out ${path} --quiet`, tenant, world)).exitCode).toBe(0);
    return {files: {'plan.json': readFileSync(path, 'utf8')}};
  };
  return {cutJournal, inHome, journals, run, runId, savePlan};
}
