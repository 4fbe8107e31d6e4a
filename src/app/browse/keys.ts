/** The keys of an action, and how help names them. */
interface Binding {
  readonly action: string;
  readonly keys: readonly string[];
  readonly shown: string;
  readonly help: string;
  /** True if the action is only for rows that can be changed. */
  readonly writes?: true;
}

const table = [
  {action: 'down', keys: ['down', 'j'], shown: 'Down, j', help: 'next row'},
  {action: 'up', keys: ['up', 'k'], shown: 'Up, k', help: 'previous row'},
  {action: 'pageDown', keys: ['pageDown', 'ctrl-d'], shown: 'PgDn', help: 'next page'},
  {action: 'pageUp', keys: ['pageUp', 'ctrl-u'], shown: 'PgUp', help: 'previous page'},
  {action: 'first', keys: ['home', 'g'], shown: 'Home, g', help: 'first row'},
  {action: 'last', keys: ['end', 'G'], shown: 'End, G', help: 'last row'},
  {action: 'right', keys: ['right', 'l'], shown: 'Right, l', help: 'scroll right'},
  {action: 'left', keys: ['left', 'h'], shown: 'Left, h', help: 'scroll left'},
  {action: 'search', keys: ['/'], shown: '/', help: 'search all members as you type; Enter returns to the list'},
  {action: 'clear', keys: ['escape'], shown: 'Esc', help: 'hide the details, then clear the search, then the marks'},
  {
    action: 'detail',
    keys: ['enter'],
    shown: 'Enter',
    help: 'show the details; again to fill the screen, again to hide them',
  },
  {action: 'sort', keys: ['s'], shown: 's', help: 'sort by the next column'},
  {action: 'reverse', keys: ['S'], shown: 'S', help: 'reverse the order'},
  {action: 'mark', keys: [' '], shown: 'Space', help: 'mark or unmark, and go to the next row', writes: true},
  {action: 'edit', keys: ['e'], shown: 'e', help: 'edit in your editor', writes: true},
  {action: 'change', keys: ['c'], shown: 'c', help: 'change one member of the marked rows', writes: true},
  {action: 'delete', keys: ['d'], shown: 'd', help: 'delete (asks first)', writes: true},
  {action: 'copyId', keys: ['y'], shown: 'y', help: 'copy the id'},
  {action: 'copyJson', keys: ['Y'], shown: 'Y', help: 'copy as JSON'},
  {action: 'reload', keys: ['r'], shown: 'r', help: 'reload, or continue after a failure'},
  {action: 'help', keys: ['?'], shown: '?', help: 'show these keys'},
  {action: 'quit', keys: ['q'], shown: 'q', help: 'quit'},
] as const satisfies readonly Binding[];

/** The action of a key in the list. */
export type KeyAction = (typeof table)[number]['action'];

/** All keys of the list: the browser, its help and the manual read this table. */
export const bindings: readonly (Binding & {readonly action: KeyAction})[] = table;

export function findAction(key: string): KeyAction | undefined {
  return bindings.find(({keys}) => keys.includes(key))?.action;
}

export function isWriting(action: KeyAction): boolean {
  return bindings.some(binding => binding.action === action && binding.writes);
}
