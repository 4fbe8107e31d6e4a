export function isTerminal(fd: number): boolean {
  return process.getBuiltinModule('node:tty').isatty(fd);
}
