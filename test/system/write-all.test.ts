import {closeSync, mkdtempSync, openSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {writeAll} from '../../src/system/files/write-all.js';

test('texts and bytes are written whole, whatever their characters take', () => {
  const directory = mkdtempSync(join(tmpdir(), 'bizctl-write-'));
  onTestFinished(() => rmSync(directory, {recursive: true}));
  const path = join(directory, 'file');
  const fd = openSync(path, 'w');
  writeAll(fd, 'größe 漢字 😀\n');
  writeAll(fd, Buffer.from('ñ\n'));
  closeSync(fd);
  expect(readFileSync(path, 'utf8')).toBe('größe 漢字 😀\nñ\n');
});
