import { groupBy } from '../../platform/group-by';
import type { EventRule } from './event-rule';
import { EVENT_RULES } from './event-rules';
import { episodesOf, joinNames, spanOf, type LoggedEvent, type Suspicion } from './logged-event';

/** Events of an episode that a chart shows. */
const MOST_POINTS = 60;
/** Days of history that an identity needs before a first use counts as unusual. */
const KNOWN_DAYS = 14;
const DAY_MS = 86_400_000;

/** An action is rare if at most this many identities use it. */
export const FEW_USERS = 2;

/** Actions of the event rules, in lower case; all of them are sensitive. */
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

/** Finds calls that are suspicious by themselves, such as disabled logs, shared data, new credentials and new administrators. */
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
      `${joinNames([...new Set(events.map(({ name }) => name))])}${refused === events.length ? ', all denied' : refused > 0 ? `, ${refused} denied` : ''}`,
      ...words.slice(0, 10),
    ],
    chart: pointsOf(events),
  };
}

/** Counts the identities that use each sensitive action. */
export function sensitiveUsers(events: readonly LoggedEvent[]): Map<string, number> {
  const users = groupBy(events.filter(isSensitive), ({ action }) => action);
  return new Map([...users].map(([action, of]) => [action, new Set(of.map(({ identity }) => identity)).size]));
}

/**
 * Finds first uses of administrative or permission-changing actions by identities with a long history, if few others use the action.
 * @param usersOf the number of identities that use an action
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
        `first use since ${first?.at.slice(0, 10)}: ${joinNames([...new Set(episode.map(({ action }) => action))])}`,
        'at most one other identity uses this action',
      ],
      chart: pointsOf(episode),
    }));
  });
}

/** Finds instance credentials that were used from an address other than the instance's own. */
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
        `the session of ${episode[0]?.instance} was used from ${joinNames([...new Set(episode.map(({ sourceIp }) => sourceIp))])}, and from ${home} before`,
        `calls from there: ${joinNames([...new Set(episode.map(({ name }) => name))])}`,
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
