import {execFile} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, onTestFinished, test} from 'vitest';
import {bizctl} from '../harness/run-bizctl.js';

const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
const config = join(import.meta.dirname, 'redocly.yaml');

/** The rules that a document breaks, in the eyes of Redocly's linter. */
function lint(text: string): Promise<readonly string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'bizctl-openapi-'));
  onTestFinished(() => rmSync(directory, {recursive: true}));
  const file = join(directory, 'openapi.json');
  writeFileSync(file, text);
  const env = {...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true'};
  const args = [redocly, 'lint', file, '--config', config, '--format', 'json'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, {env}, (error, stdout, stderr) => {
      if (stdout === '') reject(error ?? new Error(stderr));
      else resolve(JSON.parse(stdout).problems.map(({ruleId}: {ruleId: string}) => ruleId));
    });
  });
}

test('the OpenAPI document passes a linter made by others', async () => {
  const {stdout} = await bizctl('schema openapi');
  expect(await lint(stdout)).toEqual([]);
});

test.each<[string, string, readonly string[]]>([
  ['"#/components/schemas/Validator"', '"#/components/schemas/Nothing"', ['no-unresolved-refs']],
  ['"in": "path"', '"in": "road"', ['path-parameters-defined', 'struct']],
  ['"security": []', '"security": [{"none": []}]', ['security-defined']],
])('the linter sees a document in which %s became %s', async (from, to, rules) => {
  const {stdout} = await bizctl('schema openapi');
  expect(new Set(await lint(stdout.replace(from, to)))).toEqual(new Set(rules));
});
