import dayjs from 'dayjs';

const MISSING = 'N/A';

type When = string | number | Date | null | undefined;

function parse(when: When): dayjs.Dayjs | null {
  if (when === null || when === undefined || when === '') return null;
  const parsed = dayjs(when);
  return parsed.isValid() ? parsed : null;
}

/** Formats a time as yyyy-MM-dd in the browser's time zone. */
export function formatDate(when: When): string {
  return parse(when)?.format('YYYY-MM-DD') ?? MISSING;
}

/** Formats a time as yyyy-MM-dd hh:mm a in the browser's time zone. */
export function formatDateTime(when: When): string {
  return parse(when)?.format('YYYY-MM-DD hh:mm A') ?? MISSING;
}

/** Formats a time to the second, as 2026-01-31 13:05:09 GMT+1, in the browser's time zone. */
export function formatTimestamp(when: When): string {
  const parsed = parse(when);
  return parsed ? `${parsed.format('YYYY-MM-DD HH:mm:ss')} ${zoneOf(parsed.utcOffset())}` : MISSING;
}

/** Formats a time to the minute with its zone, as 2026-01-31 01:05 PM GMT+1, for sentences that can hold no tooltip. */
export function formatZoned(when: When): string {
  const parsed = parse(when);
  return parsed ? `${parsed.format('YYYY-MM-DD hh:mm A')} ${zoneOf(parsed.utcOffset())}` : MISSING;
}

/** Formats an offset in minutes east of Greenwich as GMT-8, GMT+5:30 or GMT+0. */
export function zoneOf(minutesEast: number): string {
  const minutes = Math.abs(minutesEast);
  const rest = minutes % 60;
  return `GMT${minutesEast < 0 ? '-' : '+'}${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** Formats a time as how long ago it was: in minutes up to an hour, then in hours. */
export function formatRelative(when: When, now = Date.now()): string {
  const parsed = parse(when);
  if (!parsed) return MISSING;
  const minutes = Math.floor((now - parsed.valueOf()) / 60_000);
  if (minutes < 1) return 'Less than 1 minute ago';
  if (minutes <= 60) return `About ${minutes} minute${minutes === 1 ? '' : 's'} ago`;
  const hours = Math.floor(minutes / 60);
  return `About ${hours} hour${hours === 1 ? '' : 's'} ago`;
}

/** Formats seconds as "X h Y min Z s". */
export function formatDuration(seconds: number): string {
  if (!(seconds > 0)) return MISSING;
  const whole = Math.floor(seconds);
  const parts = [
    [Math.floor(whole / 3600), 'h'],
    [Math.floor((whole % 3600) / 60), 'min'],
    [whole % 60, 's'],
  ] as const;
  const first = parts.findIndex(([value]) => value > 0);
  return parts
    .slice(Math.max(first, 0))
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ');
}

const SI = ['', 'K', 'M', 'G', 'T'];

/** Formats a count: up to 999 in full, larger ones in SI form (12300 becomes 12.3K). A missing count is 0. */
export function formatCount(count: number | null | undefined): string {
  if (!count) return '0';
  if (count <= 999) return String(count);
  const inPower = (power: number): number => Number((count / 1000 ** power).toPrecision(3));
  const power = Math.min(Math.floor(Math.log10(count) / 3), SI.length - 1);
  // 999,999 becomes 1M, not 1000K.
  const next = inPower(power) >= 1000 && power < SI.length - 1 ? power + 1 : power;
  return `${inPower(next)}${SI[next]}`;
}

/** The largest number that a tab shows. */
const MAX_TAB_COUNT = 10_000;

/** Formats the count of a tab. Counts above the limit are cut, with a plus sign. */
export function formatBadge(count: number): string {
  return count > MAX_TAB_COUNT ? `${MAX_TAB_COUNT}+` : String(count);
}

export function regionName(region: string | null | undefined): string {
  return !region || region === '0' || region === '-' ? 'Global' : region;
}
