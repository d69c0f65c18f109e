import type { ReleaseHealth } from '@cam/contracts';

interface Column {
  x: string;
  y: number;
  detail?: string;
}

/** Returns the share of days with a failure of each release, the earliest release first. */
export function failureColumns(releases: readonly ReleaseHealth[]): Column[] {
  return [...releases].reverse().map(({ version, user_days: days, troubled_days: troubled }) => ({
    x: version,
    y: days === 0 ? 0 : Math.round((100 * troubled) / days),
    detail: `% of ${days} ${days === 1 ? 'day' : 'days'}`,
  }));
}

/** Returns the 75th percentile of a web vital of each release that has measurements, the earliest release first. */
export function vitalColumns(releases: readonly ReleaseHealth[], metric: 'lcp' | 'inp'): Column[] {
  return [...releases].reverse().flatMap((release) => {
    const ms = release[`${metric}_p75_ms`];
    const count = release[`${metric}_count`];
    return ms === null ? [] : [{ x: release.version, y: ms, detail: `ms or less in ${count} ${count === 1 ? 'measurement' : 'measurements'}` }];
  });
}
