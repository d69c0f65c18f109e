/** Whether somebody should come back to a page after signing in: own pages only, and none of the sign-in itself. */
export function isReturnPage(page: string): boolean {
  // Two slashes, or a slash and a backslash, name another host.
  if (!/^\/(?![/\\])/.test(page)) return false;
  return new URL(page, window.location.origin).origin === window.location.origin && !/^\/(login|logout|authorize)(\/|\?|#|$)/.test(page);
}
