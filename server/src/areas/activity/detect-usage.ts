import type { DayOfCalls } from '../../graph';
import { groupBy } from '../../platform/group-by';
import { joinNames, spanOf, type LoggedEvent, type Suspicion, type SuspicionChart } from './logged-event';
import { minutesIn } from './format-minutes';

/** Denied calls of one identity within the span that raise an alert. */
const REFUSALS = 10;
const REFUSAL_SPAN_MS = 15 * 60_000;
/** Secrets read by one identity within the span that raise an alert. */
const SECRETS = 10;
const SECRET_SPAN_MS = 3_600_000;
/** A day's volume is unusual above this multiple of the highest earlier day, and from this many calls. */
const TIMES = 3;
const MANY = 100;
/** Days with calls that make an own baseline. Without one, the peers of the account do. */
const OWN_DAYS = 7;
const PEERS = 5;
const PEER_TIMES = 5;
/** Bars that a chart shows. */
const MOST_BARS = 30;

/** Actions that read secrets, in lower case. */
export const SECRET_ACTIONS: ReadonlySet<string> = new Set([
  'secretsmanager:getsecretvalue',
  'secretmanager.versions.access',
  'ssm:getparameter',
  'ssm:getparameters',
]);
/** Error codes of throttling, which is no denial. */
const THROTTLED = /throttl/i;

/** Finds bursts of denied calls, as of an identity that probes its permissions. */
export function refusalBursts(events: readonly LoggedEvent[]): Suspicion[] {
  const refused = events.filter(({ succeeded, record }) => !succeeded && !THROTTLED.test(String(record?.errorCode ?? '')));
  return burstsOf(refused, REFUSAL_SPAN_MS, (burst) => burst.length >= REFUSALS).map((burst): Suspicion => ({
    kind: 'USAGE',
    rule: 'refusal-burst',
    severity: 'MEDIUM',
    ...spanOf(burst),
    reasons: [`${burst.length} calls were denied within ${minutesOf(burst)}: ${joinNames(actionsOf(burst))}`],
    chart: barsByMinute(burst, 'Denied calls'),
  }));
}

/** Finds identities that read many secrets in a short time. */
export function secretHarvests(events: readonly LoggedEvent[]): Suspicion[] {
  const reads = events.filter(({ succeeded, action }) => succeeded && SECRET_ACTIONS.has(action.toLowerCase()));
  const secretsOf = (burst: readonly LoggedEvent[]): Set<string> => new Set(burst.flatMap(secretsOfEvent));
  return burstsOf(reads, SECRET_SPAN_MS, (burst) => secretsOf(burst).size >= SECRETS).map((burst): Suspicion => ({
    kind: 'USAGE',
    rule: 'secret-harvest',
    severity: 'HIGH',
    ...spanOf(burst),
    reasons: [`${secretsOf(burst).size} secrets were read within ${minutesOf(burst)}, by ${joinNames(actionsOf(burst))}`],
    chart: barsByMinute(burst, 'Secrets read'),
  }));
}

/** Returns the secrets that an event reads. One call of Systems Manager can read ten parameters. */
function secretsOfEvent({ record, resource, eventId }: LoggedEvent): string[] {
  const { names, name, secretId } = (record?.requestParameters ?? {}) as Record<string, unknown>;
  if (Array.isArray(names)) return names.map(String);
  const one = typeof secretId === 'string' ? secretId : typeof name === 'string' ? name : resource;
  return [one || eventId];
}

/** Counts the calls of each identity in an account by day, in the order of days. */
export function daysOf(events: readonly LoggedEvent[]): DayOfCalls[] {
  return [...groupBy(events, ({ accountId, identity, at }) => `${accountId} ${identity} ${at.slice(0, 10)}`).values()].flatMap((of) => {
    const [first] = of;
    return first ? [{ accountId: first.accountId, identity: first.identity, day: first.at.slice(0, 10), calls: of.length }] : [];
  });
}

/** A day with an unusual number of calls. */
export interface Volume extends DayOfCalls {
  /** The baseline in words. */
  words: string;
  bars: { x: string; y: number }[];
}

/** Finds days with far more calls than before. An identity with few own days is compared with the peers of its account. */
export function volumesAbove(days: readonly DayOfCalls[]): Volume[] {
  return [...groupBy(days, ({ accountId }) => accountId).values()].flatMap((ofAccount) => {
    const byIdentity = [...groupBy(ofAccount, ({ identity }) => identity)].map(([identity, own]) => ({
      identity,
      own,
      most: mostOf(own.map(({ calls }) => calls)),
    }));
    return byIdentity.flatMap(({ identity, own }) =>
      own.flatMap((day, index): Volume[] => {
        if (day.calls < MANY) return [];
        const before = own.slice(0, index).map(({ calls }) => calls);
        const peers = byIdentity.filter((other) => other.identity !== identity).map(({ most }) => most);
        const limit =
          before.length >= OWN_DAYS
            ? { calls: TIMES * mostOf(before), words: `the highest of ${before.length} earlier days is ${mostOf(before)}` }
            : peers.length >= PEERS
              ? { calls: PEER_TIMES * mostOf(peers), words: `the highest of ${peers.length} other identities in the account is ${mostOf(peers)}` }
              : null;
        if (limit === null || day.calls <= limit.calls) return [];
        const bars = own.slice(Math.max(0, index - MOST_BARS + 1), index + 1).map(({ day: x, calls: y }) => ({ x, y }));
        return [{ ...day, words: limit.words, bars }];
      }),
    );
  });
}

function mostOf(counts: readonly number[]): number {
  return counts.reduce((most, count) => Math.max(most, count), 0);
}

/**
 * Finds days of far more calls than before.
 * @param volumes the unusual days of all identities in the accounts; the events cover some of them
 */
export function unusualVolumes(events: readonly LoggedEvent[], volumes: readonly Volume[]): Suspicion[] {
  const keyOf = (accountId: string, identity: string, day: string): string => `${accountId} ${identity} ${day}`;
  const wanted = new Set(volumes.map(({ accountId, identity, day }) => keyOf(accountId, identity, day)));
  const byDay = groupBy(
    events.filter(({ accountId, identity, at }) => wanted.has(keyOf(accountId, identity, at.slice(0, 10)))),
    ({ accountId, identity, at }) => keyOf(accountId, identity, at.slice(0, 10)),
  );
  return volumes.flatMap(({ accountId, identity, day, calls, words, bars }): Suspicion[] => {
    const of = byDay.get(keyOf(accountId, identity, day));
    if (!of) return [];
    const reasons = [`${calls} calls on ${day}; ${words}`, `mostly: ${joinNames(mostUsed(of))}`];
    return [
      {
        kind: 'USAGE',
        rule: 'unusual-volume',
        severity: 'MEDIUM',
        ...spanOf(of),
        reasons,
        chart: { kind: 'bars', label: 'Calls', bars, alertX: day },
      },
    ];
  });
}

/** Returns runs of one identity's events within a span that are large enough. Later events within the span join the run. */
function burstsOf(events: readonly LoggedEvent[], span: number, isMany: (burst: readonly LoggedEvent[]) => boolean): LoggedEvent[][] {
  return [...groupBy(events, ({ accountId, identity }) => `${accountId} ${identity}`).values()].flatMap((own) => {
    const bursts: LoggedEvent[][] = [];
    let window: LoggedEvent[] = [];
    let burst: LoggedEvent[] | null = null;
    for (const event of own) {
      const now = Date.parse(event.at);
      if (burst && now - Date.parse(burst.at(-1)?.at ?? '') <= span) {
        burst.push(event);
        continue;
      }
      burst = null;
      window = [...window.filter(({ at }) => now - Date.parse(at) <= span), event];
      if (!isMany(window)) continue;
      burst = window;
      bursts.push(burst);
      window = [];
    }
    return bursts;
  });
}

function actionsOf(events: readonly LoggedEvent[]): string[] {
  return [...new Set(events.map(({ action }) => action))];
}

function mostUsed(events: readonly LoggedEvent[]): string[] {
  const counts = [...groupBy(events, ({ action }) => action).entries()].sort(([, a], [, b]) => b.length - a.length);
  return counts.slice(0, 3).map(([action, of]) => `${action} (${of.length})`);
}

function minutesOf(events: readonly LoggedEvent[]): string {
  return minutesIn(Date.parse(events.at(-1)?.at ?? '') - Date.parse(events[0]?.at ?? ''));
}

function barsByMinute(events: readonly LoggedEvent[], label: string): SuspicionChart {
  const minutes = [...groupBy(events, ({ at }) => at.slice(0, 16)).entries()].map(([x, of]) => ({ x, y: of.length }));
  const top = minutes.reduce((best, bar) => (bar.y > best.y ? bar : best), { x: '', y: 0 });
  return { kind: 'bars', label, bars: minutes.slice(0, MOST_BARS), alertX: top.x };
}
