import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {checkLaw} from './check-law.js';
import {dialects} from './dialect.js';
import {canonical, objectsOf, parseExact, textOf, without} from './exact-json.js';
import {describeDocumented} from './expected-fields.js';
import {documentedFields} from './tenants-and-files.js';
import {withTestbed} from './testbed.js';

const faithful = {ignored: 'nothing', choiceOrder: 'as sent'} as const;

test('a list holds each field once, member for member and digit for digit (rows 56, 59, 62)', () =>
  checkLaw(
    fc.tuple(dialects({listOrder: 'oldest first'}), fc.array(documentedFields, {maxLength: 7})),
    ([dialect, fields]) =>
      withTestbed(dialect, fields, async ({run, server}) => {
        const {exitCode, stdout} = await run(['fields', 'list', '--json']);
        expect(exitCode).toBe(0);
        const listed = objectsOf(parseExact(stdout)).map(field => without(field, 'read_count'));
        expect(listed.map(canonical)).toEqual(server.tenant('a').all().map(canonical));
      }),
  ));

test('a field is created, changed and deleted with one write each, whatever the replies hold (rows 25, 137, 153)', () =>
  checkLaw(fc.tuple(dialects({...faithful, lag: 0, gateway: 'steady'}), documentedFields), ([dialect, field]) =>
    withTestbed(dialect, [], async ({run, server}) => {
      const body = without(field, 'options');
      const created = await run(['fields', 'create', '--file', '-'], {stdin: JSON.stringify(body)});
      const stderr = expect.stringMatching(
        /^(?:note: .*: created; confirmed by reading back\n)?note: to undo this, run: bizctl fields undo \S+\n$/,
      );
      expect(created).toMatchObject({exitCode: 0, stderr, writes: [{method: 'POST'}]});
      expect(canonical(created.writes[0]?.body)).toBe(canonical(body));
      expect(describeDocumented(server.tenant('a').all(), dialect)).toEqual(describeDocumented([body], dialect));
      const name = `name:${textOf(field['name'])}`;
      const updated = await run(['fields', 'update', name, '--label', 'New label']);
      expect(updated).toMatchObject({exitCode: 0, writes: [{method: 'PATCH', body: {label: 'New label'}}]});
      expect(server.tenant('a').all()).toMatchObject([{label: 'New label'}]);
      const deleted = await run(['fields', 'delete', name, '--yes']);
      expect(deleted).toMatchObject({exitCode: 0, writes: [{method: 'DELETE'}]});
      expect(server.tenant('a').all()).toEqual([]);
    }),
  ));
