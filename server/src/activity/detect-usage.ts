import { groupBy, named, spanOf, type LoggedEvent, type Suspicion, type SuspicionChart } from './logged-event';

/** Calls that were refused to one identity within a quarter of an hour. */
const REFUSALS = 10;
const REFUSAL_SPAN_MS = 15 * 60_000;
/** Secrets that one identity read within an hour. */
const SECRETS = 10;
const SECRET_SPAN_MS = 3_600_000;
/** A day's calls are many above so many times the most of any day before, and from this many on. */
const TIMES = 3;
const MANY = 100;
/** Days with calls that make a baseline of one's own; peers that make one where there is none. */
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
/** Refusals of these say that somebody is not allowed; that a limit was reached says nothing. */
const THROTTLED = /throttl/i;

/** So many refusals within minutes that somebody tries what works. */
export function refusalBursts(events: readonly LoggedEvent[]): Suspicion[] {
  const refused = events.filter(({ succeeded, record }) => !succeeded && !THROTTLED.test(String(record?.errorCode ?? '')));
  return burstsOf(refused, REFUSAL_SPAN_MS, (burst) => burst.length >= REFUSALS).map((burst): Suspicion => ({
    kind: 'USAGE',
    rule: 'refusal-burst',
    severity: 'MEDIUM',
    ...spanOf(burst),
    reasons: [`${burst.length} calls were refused within ${minutesOf(burst)} minutes: ${named(actionsOf(burst))}`],
    chart: barsByMinute(burst, 'Refused calls'),
  }));
}

/** One secret after the other, or many at once. */
export function secretHarvests(events: readonly LoggedEvent[]): Suspicion[] {
  const reads = events.filter(({ succeeded, action }) => succeeded && SECRET_ACTIONS.has(action.toLowerCase()));
  const secretsOf = (burst: readonly LoggedEvent[]): Set<string> => new Set(burst.flatMap(secretsOfEvent));
  return burstsOf(reads, SECRET_SPAN_MS, (burst) => secretsOf(burst).size >= SECRETS).map((burst): Suspicion => ({
    kind: 'USAGE',
    rule: 'secret-harvest',
    severity: 'HIGH',
    ...spanOf(burst),
    reasons: [`${secretsOf(burst).size} secrets were read within ${minutesOf(burst)} minutes, by ${named(actionsOf(burst))}`],
    chart: barsByMinute(burst, 'Secrets read'),
  }));
}

/** Parameters of Systems Manager may be asked for by ten at once; each is counted. */
function secretsOfEvent({ record, resource, eventId }: LoggedEvent): string[] {
  const { names, name, secretId } = (record?.requestParameters ?? {}) as Record<string, unknown>;
  if (Array.isArray(names)) return names.map(String);
  const one = typeof secretId === 'string' ? secretId : typeof name === 'string' ? name : resource;
  return [one || eventId];
}

/** Many more calls in a day than ever before: than one's own, or where one's own days are few, than the peers of the account. */
export function unusualVolumes(events: readonly LoggedEvent[]): Suspicion[] {
  return [...groupBy(events, ({ accountId }) => accountId).values()].flatMap((ofAccount) => {
    const byIdentity = [...groupBy(ofAccount, ({ identity }) => identity).entries()].map(([identity, own]) => ({
      identity,
      days: [...groupBy(own, ({ at }) => at.slice(0, 10)).entries()],
    }));
    const most = byIdentity.map(({ identity, days }) => ({ identity, most: Math.max(...days.map(([, of]) => of.length)) }));
    return byIdentity.flatMap(({ identity, days }) =>
      days.flatMap(([day, of], index): Suspicion[] => {
        const before = days.slice(0, index).map(([, earlier]) => earlier.length);
        const peers = most.filter((other) => other.identity !== identity);
        const limit =
          before.length >= OWN_DAYS
            ? { calls: TIMES * Math.max(...before), words: `the most of any of ${before.length} days before is ${Math.max(...before)}` }
            : peers.length >= PEERS
              ? {
                  calls: PEER_TIMES * Math.max(...peers.map(({ most: calls }) => calls)),
                  words: `the most of ${peers.length} others in the account is ${Math.max(...peers.map(({ most: calls }) => calls))}`,
                }
              : null;
        if (limit === null || of.length < MANY || of.length <= limit.calls) return [];
        const bars = days.slice(Math.max(0, index - MOST_BARS + 1), index + 1).map(([x, calls]) => ({ x, y: calls.length }));
        return [
          {
            kind: 'USAGE',
            rule: 'unusual-volume',
            severity: 'MEDIUM',
            ...spanOf(of),
            reasons: [`${of.length} calls on ${day}; ${limit.words}`, `most of them: ${named(mostUsed(of))}`],
            chart: { kind: 'bars', label: 'Calls', bars, alertX: day },
          },
        ];
      }),
    );
  });
}

/** Runs of one identity's events within a span that are many enough; what follows within the span belongs to it. */
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

function minutesOf(events: readonly LoggedEvent[]): number {
  return Math.max(1, Math.ceil((Date.parse(events.at(-1)?.at ?? '') - Date.parse(events[0]?.at ?? '')) / 60_000));
}

function barsByMinute(events: readonly LoggedEvent[], label: string): SuspicionChart {
  const minutes = [...groupBy(events, ({ at }) => at.slice(0, 16)).entries()].map(([x, of]) => ({ x, y: of.length }));
  const top = minutes.reduce((best, bar) => (bar.y > best.y ? bar : best), { x: '', y: 0 });
  return { kind: 'bars', label, bars: minutes.slice(0, MOST_BARS), alertX: top.x };
}
