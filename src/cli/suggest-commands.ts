import type {CommandUnknownOpts} from '@commander-js/extra-typings';
import {findLeaves, pathOf} from '../commands/command-tree.js';

/** Synonyms; each noun uses one of them as its verb. */
const synonyms: readonly (readonly string[])[] = [
  ['list', 'ls', 'all', 'index'],
  ['get', 'show', 'view', 'describe', 'read', 'status'],
  ['create', 'add', 'new', 'set'],
  ['update', 'edit', 'set', 'change', 'modify', 'patch'],
  ['delete', 'remove', 'unset', 'rm', 'del', 'destroy'],
  ['serve', 'start', 'run', 'up'],
  ['use', 'switch', 'select'],
  ['plan', 'preview', 'diff'],
  ['apply', 'import', 'load', 'deploy', 'push'],
  ['export', 'pull', 'dump', 'download'],
  ['undo', 'revert', 'rollback'],
];

/**
 * Commands that may be meant: with another verb of the noun, or the nouns that have the verb, as for `bizctl apply`.
 */
export async function suggestCommands(
  {root, command: noun}: {readonly root: CommandUnknownOpts; readonly command: CommandUnknownOpts},
  typed: string,
): Promise<readonly string[]> {
  const toPaths = (commands: readonly CommandUnknownOpts[]) => commands.map(command => pathOf(command).join(' '));
  if (noun === root) {
    const commands = findLeaves(root).filter(leaf => leaf.name() === typed && leaf.parent !== root);
    if (commands.length > 0) return toPaths(commands);
  }
  const {findNearNames} = await import('../base/near-names.js');
  const verbs = noun.commands.filter(command => !command.name().startsWith('_'));
  const alike = new Set(synonyms.filter(words => words.includes(typed)).flat());
  const same = verbs.filter(verb => noun !== root && alike.has(verb.name()));
  const near = findNearNames(
    typed,
    verbs.map(verb => verb.name()),
  );
  return toPaths(same.length > 0 ? same.slice(0, 2) : verbs.filter(verb => near.includes(verb.name())));
}
