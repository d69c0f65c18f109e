import type { Viewer } from './visibility';

/** Where `/` leads: to the set-up without accounts, to the sources by flag, else to the dashboard; to the first page there is where that one is gone, null where there is none. */
export function homeOf({ hasAccounts, flags }: Viewer, paths: readonly string[]): string | null {
  const wanted = !hasAccounts
    ? ['/setup', '/sources/cloud']
    : flags.has('UI_LANDING_SOURCES')
      ? ['/sources/cloud', '/dashboard']
      : ['/dashboard', '/sources/cloud'];
  return wanted.find((path) => paths.includes(path)) ?? paths.find((path) => !/[:*]/.test(path)) ?? null;
}
