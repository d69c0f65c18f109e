/** Returns the folder of a package that only a test uses, which it installs into `.cache` if necessary; null, with a warning, if it cannot be had. */
export function npmTool(name: string, version: string): string | null;
