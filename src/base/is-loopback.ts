/** True for the addresses of this machine, also as an IPv6 address: `[::ffff:7f00:1]`. */
export function isLoopback({hostname}: URL): boolean {
  return /^(?:localhost|\[::1\]|127(?:\.\d+){3}|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/.test(hostname);
}
