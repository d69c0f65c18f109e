import {
  formatBadge,
  formatCount,
  formatDate,
  formatDateTime,
  formatDuration,
  formatRelative,
  formatTimestamp,
  formatZoned,
  regionName,
  zoneOf,
} from './formats';

describe('number and time formats', () => {
  it('abbreviate counts above 999', () => {
    expect([null, 0, 999, 1000, 12_300, 999_400, 999_950, 1_500_000].map(formatCount)).toEqual([
      '0',
      '0',
      '999',
      '1K',
      '12.3K',
      '999K',
      '1M',
      '1.5M',
    ]);
  });

  it('limit the count of a badge to 10000+', () => {
    expect([0, 999, 10_000, 10_001].map(formatBadge)).toEqual(['0', '999', '10000', '10000+']);
  });

  it('format dates, date-times and timestamps with the time zone', () => {
    const when = new Date(2026, 0, 31, 13, 5, 9);
    expect([formatDate(when), formatDateTime(when)]).toEqual(['2026-01-31', '2026-01-31 01:05 PM']);
    expect(formatTimestamp(when)).toBe(`2026-01-31 13:05:09 ${zoneOf(-when.getTimezoneOffset())}`);
    expect(formatZoned(when)).toBe(`2026-01-31 01:05 PM ${zoneOf(-when.getTimezoneOffset())}`);
    expect([0, 60, 330, -480, -210].map(zoneOf)).toEqual(['GMT+0', 'GMT+1', 'GMT+5:30', 'GMT-8', 'GMT-3:30']);
  });

  it('format elapsed time in minutes, and in hours after 60 minutes', () => {
    const now = Date.parse('2026-01-01T12:00:00Z');
    const ago = (minutes: number): string => formatRelative(now - minutes * 60_000, now);
    expect([0, 1, 60, 61, 180].map(ago)).toEqual([
      'Less than 1 minute ago',
      'About 1 minute ago',
      'About 60 minutes ago',
      'About 1 hour ago',
      'About 3 hours ago',
    ]);
  });

  it('format durations with units, and N/A without a duration', () => {
    expect([0, -1, 5, 65, 3661].map(formatDuration)).toEqual(['N/A', 'N/A', '5 s', '1 min 5 s', '1 h 1 min 1 s']);
  });

  it('use N/A for a missing time and Global for no region', () => {
    expect([formatDate(null), formatDate('nonsense'), formatDateTime(''), formatTimestamp(undefined)]).toEqual(['N/A', 'N/A', 'N/A', 'N/A']);
    expect(['', '0', '-', 'eu-west-1'].map(regionName)).toEqual(['Global', 'Global', 'Global', 'eu-west-1']);
  });
});
