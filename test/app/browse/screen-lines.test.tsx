import {renderToString} from 'ink';
import {expect, test} from 'vitest';
import {ScreenLines} from '../../../src/app/browse/screen-lines.js';

test('each line takes one line of the screen, empty and wide ones included', () => {
  const drawn = renderToString(<ScreenLines lines={['a', '', '漢字漢字', 'b']} />, {columns: 5});
  expect(drawn.split('\n').map(line => line.trimEnd())).toEqual(['a', '', '漢字…', 'b']);
});
