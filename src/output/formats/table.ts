import {pickLines} from '../detail-lines.js';
import type {Renderer} from '../format.js';
import {toPickedValue} from '../machine-value.js';
import {loadWidths} from '../width-of.js';

/** Tables for people, fitted to a terminal or as plain lines. Each kind loads only its own renderer. */
export const table: Renderer = {
  openList: async (view, settings) => {
    await loadWidths();
    if (settings.stdout.isTerminal) return (await import('../terminal-table.js')).openTerminalTable(view, settings);
    if (view.isFinite) return (await import('../finite-table.js')).openFiniteTable(view, settings);
    return (await import('../plain-table.js')).openPlainTable(view, settings);
  },
  writeDetail: async (view, thing, settings) => {
    const {stdout, columns, now, zone} = settings;
    await loadWidths();
    const lines = columns ? pickLines(toPickedValue(view, thing), columns) : view.lines(thing, {now: now(), zone});
    if (stdout.isTerminal) {
      const {writeTerminalDetail} = await import('../ink/write-detail.js');
      return writeTerminalDetail(settings, lines);
    }
    const {writePlainDetail} = await import('../plain-table.js');
    return writePlainDetail(settings, lines);
  },
};
