/** Settings of a browser's layout without `--columns`, at a fixed time. */
export const layoutSettings = {
  requested: undefined,
  preset: undefined,
  zone: () => 'UTC',
  now: () => new Date(0),
  ellipsis: '…',
};
