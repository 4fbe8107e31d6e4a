/** The exit codes of bizctl, as the README, the help and the manual show them (design, section 2). */
export const exitCodes = [
  {exit: 0, meaning: 'done', action: ''},
  {exit: 1, meaning: 'a bug in bizctl', action: 'report it'},
  {exit: 2, meaning: 'invalid command line, file or configuration', action: 'fix the input'},
  {exit: 3, meaning: 'no token, 401, 403', action: 'log in'},
  {
    exit: 4,
    meaning: 'not found; with --strict or --first, a date phrase not understood',
    action: 'check the id, name or phrase',
  },
  {exit: 5, meaning: 'the API refused the request: any other 4xx', action: 'read the message'},
  {
    exit: 6,
    meaning: 'unavailable: network, timeout, 408, 423, 429, 5xx, a reply that is not from the API',
    action: 'check the base URL, or try again later',
  },
  {
    exit: 7,
    meaning: 'incomplete or unknown: a list cut short, some writes failed, an unknown outcome',
    action: 'check what was done, then run the command again',
  },
  {exit: 8, meaning: '--check: changes are pending, or the tenant differs', action: 'review the changes, then apply'},
  {
    exit: 9,
    meaning: 'refused by a guard: name taken, deletion, replacement, or confirmation declined',
    action: 'pass the option that the hint names, or leave things as they are',
  },
  {
    exit: 10,
    meaning: 'the plan is stale or was already applied, or another command is writing',
    action: 'plan again, or wait',
  },
  {
    exit: 11,
    meaning: 'a local read or write failed: disk full, permissions, stdout, or --jq after a write',
    action: 'free space or fix permissions',
  },
  {exit: 130, meaning: 'interrupted (129: terminal closed, 143: terminated)', action: ''},
] as const;

/** The meaning, with the caller's next step in parentheses. */
export function describeExitCode({meaning, action}: (typeof exitCodes)[number]): string {
  return action === '' ? meaning : `${meaning} (${action})`;
}
