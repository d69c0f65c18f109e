import type { Viewer } from './visibility';

/**
 * Returns the page behind `/`: the setup without accounts, the sources by flag, else the dashboard. Falls back to the first available page; null when
 * there is none.
 */
export function homeOf({ hasAccounts, flags }: Viewer, paths: readonly string[]): string | null {
  const wanted = !hasAccounts
    ? ['/setup', '/sources/cloud']
    : flags.has('UI_LANDING_SOURCES')
      ? ['/sources/cloud', '/dashboard']
      : ['/dashboard', '/sources/cloud'];
  return wanted.find((path) => paths.includes(path)) ?? paths.find((path) => !/[:*]/.test(path)) ?? null;
}
