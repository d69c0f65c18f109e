/**
 * A value of an expression. Only the prefix of an open text is known, such as the name of any object in a bucket. Undefined means that only the
 * request decides.
 */
export type CelValue =
  | { kind: 'text'; value: string; open?: boolean }
  | { kind: 'number' | 'time' | 'duration'; value: number }
  | { kind: 'flag'; value: boolean }
  | { kind: 'list'; items: (CelValue | undefined)[] };

export const flag = (value: boolean): CelValue => ({ kind: 'flag', value });

/** Reports whether a text starts with another; undefined where the unknown part decides. */
export function startsWith(text: CelValue, prefix: CelValue): boolean | undefined {
  if (text.kind !== 'text' || prefix.kind !== 'text' || prefix.open) return undefined;
  if (text.value.startsWith(prefix.value)) return true;
  return text.open && prefix.value.startsWith(text.value) ? undefined : false;
}

/** Compares two values: -1, 0 or 1; undefined where they are undecided; null where they are never equal. */
export function compareValues(left: CelValue, right: CelValue): number | null | undefined {
  if (left.kind === 'list' || right.kind === 'list') return undefined;
  if (left.kind !== right.kind) return null;
  if (left.kind === 'text' && right.kind === 'text' && (left.open || right.open)) {
    const [open, other] = left.open ? [left, right] : [right, left];
    const fits = other.value.startsWith(open.value) || (other.open === true && open.value.startsWith(other.value));
    return fits ? undefined : null;
  }
  return left.value < right.value ? -1 : left.value > right.value ? 1 : 0;
}

const DURATION = /^(-?)((?:\d+(?:\.\d+)?(?:h|ms|m|s))+)$/;
const UNITS: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** Returns a duration such as `1h30m` in milliseconds; undefined where the text is not a duration. */
export function durationOf(text: string): number | undefined {
  const [, sign, parts] = DURATION.exec(text) ?? [];
  if (parts === undefined) return undefined;
  const total = [...parts.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit ?? ''] ?? 0),
    0,
  );
  return sign === '-' ? -total : total;
}

/**
 * Extracts text by a template such as `projects/{name}/`; empty where the text does not match.
 * @see Google Cloud, "Attribute reference for IAM Conditions", extract
 */
export function extractFrom(text: string, template: string): string {
  const [, before = '', after = ''] = /^([^{]*)\{[^}]*\}(.*)$/s.exec(template) ?? [];
  const start = text.indexOf(before);
  if (start < 0) return '';
  const rest = text.slice(start + before.length);
  if (after === '') return rest;
  const end = rest.indexOf(after);
  return end < 0 ? '' : rest.slice(0, end);
}

/** Returns the part of a time in a time zone; undefined for an unknown time zone. */
export function timePart(name: string, time: number, zone: string): number | undefined {
  const offset = /^([+-])?(\d{2}):(\d{2})$/.exec(zone);
  const shift = offset ? (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3])) * 60_000 : zoneShift(time, zone);
  if (shift === undefined) return undefined;
  const local = new Date(time + shift);
  if (Number.isNaN(local.getTime())) return undefined;
  const year = local.getUTCFullYear();
  const parts: Record<string, number> = {
    getFullYear: year,
    getMonth: local.getUTCMonth(),
    getDate: local.getUTCDate(),
    getDayOfMonth: local.getUTCDate() - 1,
    getDayOfYear: Math.floor((Date.UTC(year, local.getUTCMonth(), local.getUTCDate()) - Date.UTC(year, 0, 1)) / 86_400_000),
    getDayOfWeek: local.getUTCDay(),
    getHours: local.getUTCHours(),
    getMinutes: local.getUTCMinutes(),
    getSeconds: local.getUTCSeconds(),
    getMilliseconds: local.getUTCMilliseconds(),
  };
  return parts[name];
}

function zoneShift(time: number, zone: string): number | undefined {
  if (zone === '' || zone === 'UTC' || zone === 'Z') return 0;
  try {
    const text = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(time);
    return Date.parse(`${text.replace(' ', 'T')}Z`) - Math.floor(time / 1000) * 1000;
  } catch {
    return undefined;
  }
}
