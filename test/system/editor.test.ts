import {expect, test} from 'vitest';
import {startEditor} from '../../src/system/start-editor.js';

const toInstall = 'Set EDITOR to an installed editor.';

test.each([
  ['exit 1 #', 'the editor "exit 1 #" exited with code 1; nothing was changed', undefined],
  ['exit 126 #', 'the editor "exit 126 #" exited with code 126; nothing was changed', toInstall],
  ['exit 127 #', 'the editor "exit 127 #" exited with code 127; nothing was changed', toInstall],
  ['kill $$ #', 'the editor "kill $$ #" was killed by SIGTERM; nothing was changed', undefined],
  ['/dev/null/vi', 'cannot start the editor /dev/null/vi: not a directory (ENOTDIR)', toInstall],
  ['no-such-editor', 'cannot start the editor no-such-editor: command not found', toInstall],
])('an editor that ends with %s fails', async (command, message, hint) => {
  await expect(startEditor('/dev/null', command, () => {})).rejects.toMatchObject({
    message,
    details: hint === undefined ? {} : {hint},
  });
});

test.each(['exit 130 #', 'kill -INT $$ #'])('an editor that Ctrl-C ends (%s) interrupts', async command => {
  await expect(startEditor('/dev/null', command, () => {})).rejects.toMatchObject({exitCode: 130});
});
