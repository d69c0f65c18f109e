import { TIER_NAMES, type AccessLevel, type AccessRequest, type AccessUnit, type RequestLogEntry, type RequestState } from '@cam/contracts';
import { formatZoned } from '@cam/ui';
import { counted } from '../reviews/words';

type Tone = 'ok' | 'high' | 'medium' | 'neutral' | 'accent';

/** States of requests, with their tones. */
export const STATES: Record<RequestState, { label: string; tone: Tone }> = {
  ASKED: { label: 'Waits for approval', tone: 'medium' },
  APPROVED: { label: 'Approved, not seen yet', tone: 'accent' },
  SEEN: { label: 'In a snapshot', tone: 'ok' },
  OVERDUE: { label: 'Overdue', tone: 'high' },
  ENDED: { label: 'Ended', tone: 'neutral' },
  REFUSED: { label: 'Refused', tone: 'neutral' },
  LAPSED: { label: 'Lapsed', tone: 'neutral' },
  WITHDRAWN: { label: 'Withdrawn', tone: 'neutral' },
};

export const LEVELS: readonly { value: AccessLevel; label: string }[] = [
  { value: 'READ', label: 'Read' },
  { value: 'WRITE', label: 'Write' },
  { value: 'ADMIN', label: 'Administer' },
];

/** Returns the wanted access in words: "Write" or the names of actions. */
export function accessText({ level, actions }: Pick<AccessRequest, 'level' | 'actions'>): string {
  return level === null ? actions.join(', ') : (LEVELS.find(({ value }) => value === level)?.label ?? level);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns a span of time in its two largest units: "2 days 3 hours". */
export function spanText(ms: number): string {
  const [days, hours, minutes] = [Math.floor(ms / DAY), Math.floor((ms % DAY) / HOUR), Math.floor((ms % HOUR) / MINUTE)];
  if (days > 0) return hours > 0 ? `${counted(days, 'day')} ${counted(hours, 'hour')}` : counted(days, 'day');
  if (hours > 0) return minutes > 0 ? `${counted(hours, 'hour')} ${counted(minutes, 'minute')}` : counted(hours, 'hour');
  return minutes > 0 ? counted(minutes, 'minute') : 'less than a minute';
}

/** Says how much time a request has, or since when it is over. @param now ms since 1970 */
export function timeLeft({ state, until, hours, lapses_at: lapses }: AccessRequest, now: number): string {
  if (state === 'ASKED' && lapses !== null) return `${spanText(Math.max(0, Date.parse(lapses) - now))} to decide`;
  if (until === null) return hours === null ? '' : `${counted(hours, 'hour')} from the approval on`;
  if (state !== 'APPROVED' && state !== 'SEEN' && state !== 'OVERDUE') return '';
  const left = Date.parse(until) - now;
  if (left > 0) return `${spanText(left)} left`;
  return state === 'OVERDUE' ? `${spanText(-left)} too long` : 'Over, waits for a snapshot';
}

/** Says when the access of a request ends. */
export function endText({ until, hours }: Pick<AccessRequest, 'until' | 'hours'>): string {
  return until === null ? `${counted(hours ?? 0, 'hour')} after the approval` : formatZoned(until);
}

/** Says what comes with a unit or a trial besides the wanted access. */
export function besidesText(besides: readonly number[]): string {
  const parts = besides.flatMap((count, tier) => (count === 0 ? [] : [`${count.toLocaleString('en')} of tier ${tier} (${TIER_NAMES[tier] ?? ''})`]));
  if (parts.length === 0) return 'Gives nothing else.';
  const last = parts.pop() ?? '';
  return `Also gives access to other resources: ${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`}.`;
}

/** Says which kinds of access a unit gives to the resource beyond the wanted level; empty: none. */
export function exceedsText({ gives }: Pick<AccessUnit, 'gives'>, level: AccessLevel | null): string {
  const more = level === null ? [] : gives.filter((one) => one !== level);
  const words = more.map((one) => LEVELS.find(({ value }) => value === one)?.label.toLowerCase() ?? one);
  return words.length === 0 ? '' : `Lets the identity also ${words.join(' and ')} the resource.`;
}

/** Says what a snapshot shows beyond the request; empty: nothing. */
export function moreText({ units, levels }: AccessRequest['more']): string {
  const kinds = levels.map((one) => LEVELS.find(({ value }) => value === one)?.label.toLowerCase() ?? one);
  return [
    ...(units.length === 0 ? [] : [`${units.join(', ')} ${units.length === 1 ? 'gives' : 'give'} the access too.`]),
    ...(kinds.length === 0 ? [] : [`The identity can also ${kinds.join(' and ')} the resource, which nobody asked for.`]),
  ].join(' ');
}

const EVENTS: Record<RequestLogEntry['kind'], string> = {
  ASKED: 'Asked',
  ENDORSED: 'First approval',
  APPROVED: 'Approved',
  REFUSED: 'Refused',
  LAPSED: 'Lapsed without a decision',
  WITHDRAWN: 'Withdrawn',
  SEEN: 'A snapshot shows the access',
  MORE: 'A snapshot shows more than was asked for',
  OVERDUE: 'A snapshot shows the access after its end',
  ENDED: 'A snapshot shows that the access is gone',
};

/** Says what happened to a request. */
export function eventText({ kind, detail }: RequestLogEntry): string {
  if (kind !== 'ENDED') return EVENTS[kind];
  return detail.is_continued === true ? 'The end came, and another request allows the access' : EVENTS.ENDED;
}

/** Returns the name in a URI, before the graph is asked for it. */
export function nameInUri(uri: string): string {
  const last = uri.split(':').at(-1) ?? uri;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
