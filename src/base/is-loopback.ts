/** True for the addresses of this machine. */
export function isLoopback({hostname}: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}
