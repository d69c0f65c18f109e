/** Returns whether a sign-in may return to a page: only own pages, and none of the sign-in. */
export function isReturnPage(page: string): boolean {
  // Two slashes, or a slash and a backslash, start the name of another host.
  if (!/^\/(?![/\\])/.test(page)) return false;
  return new URL(page, window.location.origin).origin === window.location.origin && !/^\/(login|logout|authorize)(\/|\?|#|$)/.test(page);
}
