import {execFileSync} from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  existsSync,
  fdatasyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, onTestFinished, test} from 'vitest';
import type {AppendableFile} from '../../src/system/files/appendable-file.js';
import {openJournalFile} from '../../src/system/files/journal-file.js';
import {lockFile} from '../../src/system/files/lock-file.js';
import {openTempFile} from '../../src/system/files/temp-file.js';
import {createUserFiles} from '../../src/system/files/user-files.js';
import {writeAtomically} from '../../src/system/files/write-atomically.js';
import {writeNewFiles} from '../../src/system/files/write-new-files.js';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'bizctl-files-'));
});
afterEach(() => rmSync(home, {recursive: true}));

/** A journal that tells what happens to its file, in order, on a disk whose syncs take `syncMs`. */
async function openTracedJournal(path: string, syncMs: () => number = () => 0) {
  const events: string[] = [];
  let now = 0;
  const openTraced = (name: string): AppendableFile => {
    const file = openSync(name, 'a');
    return {
      append: text => {
        appendFileSync(file, text);
        events.push(`written ${JSON.stringify(text)}`);
      },
      sync: () => {
        fdatasyncSync(file);
        now += syncMs();
        events.push('synced');
      },
      syncOnThread: async () => {
        fdatasyncSync(file);
        await Promise.resolve();
        events.push('synced on a thread');
      },
      close: () => {
        closeSync(file);
        events.push('closed');
      },
    };
  };
  const journal = await openJournalFile(path, openTraced, () => now);
  return {journal, events};
}

test('a line of the journal counts as written when it is on disk, lines of one turn together', async () => {
  const path = join(home, 'run.jsonl');
  writeFileSync(path, 'whole\ncut o');
  const {journal, events} = await openTracedJournal(path);
  const lines = [1, 2].map(async entry => {
    await journal.append(entry);
    events.push(`${entry} appended`);
  });
  await Promise.all(lines);
  journal.appendLater(3);
  await journal.append(4);
  journal.appendLater(5);
  await journal.close();
  expect(events).toEqual([
    'written "1\\n2\\n"',
    'synced',
    '1 appended',
    '2 appended',
    'written "3\\n4\\n"',
    'synced',
    'written "5\\n"',
    'synced',
    'closed',
  ]);
  expect(readFileSync(path, 'utf8')).toBe('whole\n1\n2\n3\n4\n5\n');
});

test('a slow disk is waited for on a thread, until its syncs cost a millisecond on average again', async () => {
  let syncMs = 3;
  const {journal, events} = await openTracedJournal(join(home, 'run.jsonl'), () => syncMs);
  await journal.append(1);
  syncMs = 1;
  for (const entry of [2, 3, 4, 5]) await journal.append(entry);
  await journal.close();
  expect(events.filter(event => !event.startsWith('written'))).toEqual([
    'synced',
    'synced on a thread',
    'synced on a thread',
    'synced',
    'synced',
    'closed',
  ]);
});

test('a journal that cannot be written fails the line, with the reason', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, fdatasync'), {code: 'ENOSPC'});
  const journal = await openJournalFile(join(home, 'run.jsonl'), () => ({
    append: () => {},
    sync: () => {
      throw full;
    },
    syncOnThread: () => Promise.reject(full),
    close: () => {},
  }));
  await expect(journal.append('a')).rejects.toMatchObject({
    code: 'local',
    message: `cannot write the journal ${join(home, 'run.jsonl')}: no space left (ENOSPC)`,
    details: {hint: 'Free some space or correct the permissions; no write is sent before it is in the journal.'},
  });
});

test('a lock has one holder at a time, whom others can name (row 155)', () => {
  const path = join(home, 'x.lock');
  const unlock = lockFile(path, {pid: 11});
  expect(() => lockFile(path, {pid: 12})).toThrow('process 11 holds the lock');
  unlock();
  const unlockAgain = lockFile(path);
  expect(() => lockFile(path, {pid: 12})).toThrow('another process holds the lock');
  unlockAgain();
  lockFile(path, {pid: 12})();
});

test('a line that a full disk cut off is removed before the next one (rows 39, 40)', async () => {
  const path = join(home, 'run.jsonl');
  let isFull = true;
  const journal = await openJournalFile(path, name => {
    const file = openSync(name, 'a');
    return {
      append: text => {
        appendFileSync(file, isFull ? '{"event"' : text);
        if (isFull) throw Object.assign(new Error('ENOSPC: no space left on device, write'), {code: 'ENOSPC'});
      },
      sync: () => fdatasyncSync(file),
      syncOnThread: async () => fdatasyncSync(file),
      close: () => closeSync(file),
    };
  });
  await expect(journal.append({event: 'intent'})).rejects.toMatchObject({code: 'local'});
  isFull = false;
  await journal.append({event: 'done'});
  await journal.close();
  expect(readFileSync(path, 'utf8')).toBe('{"event":"done"}\n');
});

test('a file that appears while a split export is written is not overwritten', () => {
  const directory = join(home, 'split');
  function* files() {
    yield {name: '0001-a.yaml', text: 'name: a\n'};
    writeFileSync(join(directory, '0002-b.yaml'), 'of someone else');
    yield {name: '0002-b.yaml', text: 'name: b\n'};
  }
  expect(() => writeNewFiles(directory, files())).toThrow(
    `cannot write ${join(directory, '0002-b.yaml')}: file exists (EEXIST)`,
  );
  expect(readdirSync(directory).map(name => readFileSync(join(directory, name), 'utf8'))).toEqual(['of someone else']);
});

test('leaves neither files nor a new directory if not all files can be written (row 170)', () => {
  const files = [
    {name: 'a.yaml', text: 'a'},
    {name: 'x'.repeat(300), text: 'b'},
  ];
  const there = join(home, 'there');
  mkdirSync(there);
  for (const directory of [there, join(home, 'new'), join(home, 'deep/er/new')])
    expect(() => writeNewFiles(directory, files)).toThrow(/^cannot write .*: ENAMETOOLONG$/);
  expect({home: readdirSync(home), there: readdirSync(there)}).toEqual({home: ['there'], there: []});
});

test('links in a directory are followed, each directory is read once, and none that the whole is in (row 157)', async () => {
  const shared = mkdtempSync(join(tmpdir(), 'bizctl-shared-'));
  onTestFinished(() => rmSync(shared, {recursive: true}));
  writeFileSync(join(shared, 's.yaml'), '');
  symlinkSync(shared, join(shared, 'again'));
  mkdirSync(join(home, 'a/.hidden'), {recursive: true});
  symlinkSync(shared, join(home, 'a/shared'));
  for (const name of ['f.yaml', 'a/g.yaml', 'a/.hidden/h.yaml', '.i.yaml']) writeFileSync(join(home, name), '');
  symlinkSync('.', join(home, 'self'));
  symlinkSync('..', join(home, 'a/up'));
  symlinkSync('a', join(home, '0'));
  symlinkSync('/', join(home, 'a/all'));
  symlinkSync('../..', join(home, 'a/outside'));
  symlinkSync('g.yaml', join(home, 'a/link.yaml'));
  const {list} = createUserFiles(new AbortController().signal, () => {});
  expect(await list(home)).toEqual(
    ['a/g.yaml', 'a/link.yaml', 'a/shared/s.yaml', 'f.yaml'].map(name => join(home, name)),
  );
});

test('a pipe in a directory of files is refused, since nobody may write to it', async () => {
  execFileSync('sh', ['-c', 'mkfifo "$0"', join(home, 'p.yaml')]);
  const {list} = createUserFiles(new AbortController().signal, () => {});
  await expect(list(home)).rejects.toThrow(`cannot read ${join(home, 'p.yaml')}: it is not a regular file`);
  // It is not read.
  renameSync(join(home, 'p.yaml'), join(home, 'agent.sock'));
  expect(await list(home)).toEqual([join(home, 'agent.sock')]);
});

test('names a link that leads to itself, and does not report a bug', async () => {
  symlinkSync('loop', join(home, 'loop'));
  const {list} = createUserFiles(new AbortController().signal, () => {});
  await expect(list(join(home, 'loop'))).rejects.toThrow(
    `cannot read ${join(home, 'loop')}: too many symbolic links (ELOOP)`,
  );
});

test('a pipe is written to, not replaced by a file (row 101)', () => {
  const pipe = join(home, 'pipe');
  execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
  expect(() => writeAtomically(pipe, 'text')).toThrow('ENXIO');
  expect(lstatSync(pipe).isFIFO()).toBe(true);
});

test.runIf(existsSync('/dev/full'))('a device is written to as well (row 101)', () => {
  expect(() => writeAtomically('/dev/full', 'text')).toThrow('ENOSPC');
});

test('an edited text that is not UTF-8 is refused, rather than read with replacement characters (row 183)', () => {
  const file = openTempFile('field.yaml', 'label: Größe\n');
  expect(file.read()).toBe('label: Größe\n');
  writeFileSync(file.path, Buffer.from('label: Gr\u00f6\u00dfe\n', 'latin1'));
  expect(file.read).toThrow('the text is not UTF-8');
  file.remove();
  expect(file.read).toThrow('cannot read the edited text');
});
