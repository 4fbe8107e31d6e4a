/** True for an environment variable that is set, other than to 0 or false. */
export function isOn(value: string | undefined): boolean {
  return !['', '0', 'false', undefined].includes(value);
}
