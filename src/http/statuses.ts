export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** 304 says that nothing has changed: no redirect. */
export function isRedirectStatus(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}
