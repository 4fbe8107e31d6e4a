/** Splits a command line that needs no shell into program and arguments; `undefined` for any other. */
export function splitPlainCommand(command: string): readonly string[] | undefined {
  const trimmed = command.trim();
  return /^[\w./+-]+(?: +[\w./+=-]+)*$/.test(trimmed) ? trimmed.split(/ +/) : undefined;
}
