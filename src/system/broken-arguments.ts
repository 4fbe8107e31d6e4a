import {isUtf8} from 'node:buffer';
import {existsSync, readFileSync} from 'node:fs';

const commandLine = '/proc/self/cmdline';

/** True if an argument of this process is not UTF-8. Node and Bun show the bytes as U+FFFD; only Linux can tell. */
export function hasBrokenArguments(): boolean {
  return existsSync(commandLine) && !isUtf8(readFileSync(commandLine));
}
