import { groupBy } from '../../platform/group-by';
import type { EventRule } from './event-rule';
import { EVENT_RULES } from './event-rules';
import { episodesOf, named, spanOf, type LoggedEvent, type Suspicion } from './logged-event';

/** Events of an episode that a chart shows. */
const MOST_POINTS = 60;
/** Days of somebody's own log before what is new to them says anything. */
const KNOWN_DAYS = 14;
const DAY_MS = 86_400_000;

/** So many use an action at most where its first use by one of them is news. */
export const FEW_USERS = 2;

/** Calls that are worth a look by themselves are sensitive, in lower case. */
const WATCHED = new Set(EVENT_RULES.flatMap(({ actions, isUsual }) => (isUsual ? [] : actions)));
const BY_ACTION = groupBy(
  EVENT_RULES.flatMap((rule) => rule.actions.map((action) => ({ action, rule }))),
  ({ action }) => action,
);

interface Hit {
  event: LoggedEvent;
  at: string;
  rule: EventRule;
  words: string | null;
}

/** Calls that are worth a look by themselves: tampering with logs, data handed out, credentials and administrators made. */
export function suspiciousCalls(events: readonly LoggedEvent[]): Suspicion[] {
  const hits = events.flatMap((event): Hit[] => {
    const rules = [event.action, event.name].flatMap((name) => BY_ACTION.get(name.toLowerCase()) ?? []).map(({ rule }) => rule);
    return [...new Set(rules)].flatMap((rule) => {
      if (!event.succeeded && rule.countsAttempts !== true) return [];
      const words = rule.reads ? rule.reads(event) : '';
      return words === null ? [] : [{ event, at: event.at, rule, words: words || null }];
    });
  });
  return [...groupBy(hits, ({ event, rule }) => `${rule.id} ${event.accountId} ${event.identity}`).values()].flatMap((group) =>
    episodesOf(group).map((episode) => suspicionOf(episode)),
  );
}

function suspicionOf(hits: readonly Hit[]): Suspicion {
  const events = hits.map(({ event }) => event);
  const rule = hits[0]?.rule;
  if (!rule) throw new Error('an episode has events');
  const refused = events.filter(({ succeeded }) => !succeeded).length;
  const words = [...new Set(hits.flatMap(({ words: said }) => (said === null ? [] : [said])))];
  return {
    kind: 'EVENT',
    rule: rule.id,
    severity: rule.severity,
    ...spanOf(events),
    reasons: [
      `${named([...new Set(events.map(({ name }) => name))])}${refused === events.length ? ', all refused' : refused > 0 ? `, ${refused} refused` : ''}`,
      ...words.slice(0, 10),
    ],
    chart: pointsOf(events),
  };
}

/** How many identities use each action that is sensitive. */
export function sensitiveUsers(events: readonly LoggedEvent[]): Map<string, number> {
  const users = groupBy(events.filter(isSensitive), ({ action }) => action);
  return new Map([...users].map(([action, of]) => [action, new Set(of.map(({ identity }) => identity)).size]));
}

/**
 * What somebody did for the first time, of what administers or changes permissions, though their log is known for long and few others do it.
 * @param usersOf how many identities use an action
 */
export function firstSensitiveUses(events: readonly LoggedEvent[], usersOf: ReadonlyMap<string, number> = sensitiveUsers(events)): Suspicion[] {
  return [...groupBy(events, ({ identity }) => identity).values()].flatMap((own) => {
    const known = new Set<string>();
    const first = own[0];
    const fresh = own.filter((event) => {
      const isFirst = isSensitive(event) && !known.has(event.action);
      if (event.succeeded) known.add(event.action);
      return (
        isFirst &&
        first !== undefined &&
        Date.parse(event.at) - Date.parse(first.at) >= KNOWN_DAYS * DAY_MS &&
        (usersOf.get(event.action) ?? 0) <= FEW_USERS
      );
    });
    return episodesOf(fresh).map((episode): Suspicion => ({
      kind: 'EVENT',
      rule: 'first-sensitive-use',
      severity: 'LOW',
      ...spanOf(episode),
      reasons: [
        `for the first time since ${first?.at.slice(0, 10)}: ${named([...new Set(episode.map(({ action }) => action))])}`,
        'nobody else, or one other identity, uses this',
      ],
      chart: pointsOf(episode),
    }));
  });
}

/** Credentials of a machine that were used at another address than the machine's own. */
export function stolenInstanceSessions(events: readonly LoggedEvent[]): Suspicion[] {
  const sessions = groupBy(
    events.filter(({ instance, sourceIp }) => instance !== '' && /^[\d.]+$|:/.test(sourceIp)),
    ({ instance, identity }) => `${identity} ${instance}`,
  );
  return [...sessions.values()].flatMap((own) => {
    const home = own[0]?.sourceIp;
    const away = own.filter(({ sourceIp }) => sourceIp !== home);
    return episodesOf(away).map((episode): Suspicion => ({
      kind: 'EVENT',
      rule: 'instance-session-elsewhere',
      severity: 'HIGH',
      ...spanOf(episode),
      reasons: [
        `the session of ${episode[0]?.instance} was used at ${named([...new Set(episode.map(({ sourceIp }) => sourceIp))])}, and before at ${home}`,
        `calls from there: ${named([...new Set(episode.map(({ name }) => name))])}`,
      ],
      chart: pointsOf(episode),
    }));
  });
}

export function pointsOf(events: readonly LoggedEvent[]): Suspicion['chart'] {
  return { kind: 'points', points: events.slice(0, MOST_POINTS).map(({ name, at }) => ({ name, at, isAlert: true })) };
}

export function isSensitive({ letters, action }: Pick<LoggedEvent, 'letters' | 'action'>): boolean {
  return letters.includes('p') || letters.includes('s') || WATCHED.has(action.toLowerCase());
}
