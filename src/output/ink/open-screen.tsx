import {setImmediate} from 'node:timers/promises';
import {render} from 'ink';
import type {ReactNode} from 'react';
import type {FullScreenTerminal} from '../../base/context.js';
import {ScreenOutput} from './screen-output.js';
import {type ScreenInput, ScreenRoot, type ScreenSize, type Suspend} from './screen-root.js';

export interface ScreenSettings extends ScreenInput {
  /** True to draw below what is on the terminal already; otherwise on the alternate screen, which it fills. */
  readonly isInline?: boolean;
  readonly draw: (size: ScreenSize) => ReactNode;
  /** Called for an error that nothing catches; the screen is restored by then. */
  readonly onError: (error: unknown) => void;
}

export interface Screen {
  readonly redraw: () => void;
  /** Gives the terminal back while the work is under way, then draws again. */
  readonly suspend: (work: () => Promise<void>) => Promise<void>;
  /** Restores the terminal. */
  readonly close: () => Promise<void>;
}

const longestTimerMs = 2 ** 31 - 1;

/** Opens a screen that Ink draws; the terminal is restored however the program ends. */
export async function openScreen(
  terminal: FullScreenTerminal,
  {draw, onKey, onPaste, onError, isInline = false}: ScreenSettings,
): Promise<Screen> {
  const output = new ScreenOutput(terminal.output);
  const ready = Promise.withResolvers<Suspend>();
  const element = () => (
    <ScreenRoot
      draw={size => draw(size)}
      isInline={isInline}
      onKey={onAnyKey}
      onPaste={onPaste}
      onReady={ready.resolve}
    />
  );
  let isSuspended = false;
  const suspend = async (work: () => Promise<void>) => {
    if (isSuspended) return work();
    await (await ready.promise)(async () => {
      isSuspended = true;
      try {
        await output.flush();
        // Ink lets go of stdin, and a prompt would not keep the process alive.
        terminal.input.ref();
        // Ink removes its listener but keeps reading, which would steal keys from an editor.
        terminal.input.pause();
        await work();
        // A prompt that has just ended pauses stdin later than it returns.
        await setImmediate();
      } finally {
        // Ink resumes at once, and a key may suspend it again before it has redrawn the screen.
        isSuspended = false;
      }
    });
    terminal.input.ref();
  };
  const stop = () => void suspend(terminal.stop).catch(onError);
  const onAnyKey: ScreenInput['onKey'] = (key, isAlone) => (key === 'ctrl-z' ? stop() : onKey(key, isAlone));
  // Ink turns echo off only after its first frame, on which keys typed meanwhile would stay.
  terminal.input.setRawMode(true);
  const instance = render(element(), {
    stdout: output,
    stdin: terminal.input,
    alternateScreen: !isInline,
    incrementalRendering: true,
    maxFps: 60,
    exitOnCtrlC: false,
    patchConsole: false,
    // Also where CI is set.
    interactive: true,
  });
  // Without a request or a prompt, nothing else keeps the process alive while Ink does not read.
  const keepAlive = setInterval(() => {}, longestTimerMs);
  const close = async () => {
    endGuard();
    clearInterval(keepAlive);
    if (isInline) {
      // Ink would draw a frame that is still pending after the screen was cleared.
      await instance.waitUntilRenderFlush();
      instance.clear();
    }
    instance.unmount();
    // An error of a component was reported already.
    await instance.waitUntilExit().catch(() => undefined);
    terminal.input.setRawMode(false);
    output.close();
  };
  const fail = async (error: unknown) => {
    try {
      await close();
    } finally {
      onError(error);
    }
  };
  const restore = () => {
    if (isSuspended || isInline) return;
    output.abandon();
    terminal.input.setRawMode(false);
  };
  const endGuard = terminal.guard(error => void fail(error), stop, restore);
  // Ink unmounts when a component throws.
  instance.waitUntilExit().catch((error: unknown) => fail(error));
  await Promise.race([ready.promise, instance.waitUntilExit()]);
  return {redraw: () => instance.rerender(element()), suspend, close};
}
