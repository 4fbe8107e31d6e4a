import {Box, useApp, useInput, usePaste, useWindowSize} from 'ink';
import {type ReactNode, useEffect} from 'react';
import {readKeys} from './read-keys.js';

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

export interface ScreenInput {
  /**
   * Called with each key, as `readKeys` names it. Keys that are not alone arrived together: typed fast, or pasted at a
   * terminal without bracketed paste.
   */
  readonly onKey: (key: string, isAlone: boolean) => void;
  readonly onPaste: (text: string) => void;
}

interface ScreenRootProps extends ScreenInput {
  readonly draw: (size: ScreenSize) => ReactNode;
  readonly isInline: boolean;
  readonly onReady: (suspend: Suspend) => void;
}

/** Gives the terminal back while the work is under way. */
export type Suspend = (work: () => Promise<void>) => Promise<void>;

export function ScreenRoot({draw, isInline, onKey, onPaste, onReady}: ScreenRootProps) {
  const {suspendTerminal} = useApp();
  const {columns, rows} = useWindowSize();
  useEffect(() => onReady(work => suspendTerminal(work)), [onReady, suspendTerminal]);
  useInput((input, key) => {
    const keys = readKeys(input, key);
    for (const each of keys) onKey(each, keys.length === 1);
  });
  usePaste(onPaste);
  if (isInline) return draw({columns, rows});
  return (
    <Box width="100%" height={rows} overflow="hidden" flexDirection="column">
      {draw({columns, rows})}
    </Box>
  );
}
