import { groupBy } from '../../platform/group-by';
import { joinNames, personOf, spanOf, type LoggedEvent, type Suspicion } from './logged-event';
import { pointsOf } from './detect-events';

/** Days and calls of history that an identity needs before a day is scored. */
const KNOWN_DAYS = 14;
const KNOWN_CALLS = 30;
/** Scores that raise an alert, and an alert of high severity. */
const WORTH_A_LOOK = 8;
const HIGH = 12;
const DAY_MS = 86_400_000;

/** One unusual feature of a day, with its weight and its description. */
interface Feature {
  weight: number;
  words: string;
}

/** The habits of an identity up to a day. */
class Habits {
  readonly actions = new Set<string>();
  readonly networks = new Set<string>();
  readonly agents = new Set<string>();
  readonly regions = new Set<string>();
  readonly hours = new Set<number>();
  calls = 0;

  learn({ action, sourceIp, userAgent, region, at }: LoggedEvent): void {
    this.actions.add(action);
    this.networks.add(networkOf(sourceIp));
    this.agents.add(agentOf(userAgent));
    this.regions.add(region);
    this.hours.add(new Date(at).getUTCHours());
    this.calls += 1;
  }
}

/**
 * Finds days on which an identity shows several unusual features at once, none of which would raise an alert alone. The weights are fixed, and the
 * reasons name each feature that counted.
 */
export function combinedRisks(events: readonly LoggedEvent[]): Suspicion[] {
  return [...groupBy(events, (event) => `${event.accountId} ${event.identity} ${personOf(event)}`).values()].flatMap((own) => {
    const habits = new Habits();
    const first = own[0];
    return [...groupBy(own, ({ at }) => at.slice(0, 10)).values()].flatMap((day): Suspicion[] => {
      const start = day[0];
      const isKnown = first && start && Date.parse(start.at) - Date.parse(first.at) >= KNOWN_DAYS * DAY_MS && habits.calls >= KNOWN_CALLS;
      const features = isKnown ? featuresOf(day, habits) : [];
      for (const event of day) habits.learn(event);
      const risk = features.reduce((sum, { weight }) => sum + weight, 0);
      if (risk < WORTH_A_LOOK) return [];
      return [
        {
          kind: 'AI',
          rule: 'combined-risk',
          severity: risk >= HIGH ? 'HIGH' : 'MEDIUM',
          ...spanOf(day),
          reasons: features.sort((a, b) => b.weight - a.weight).map(({ weight, words }) => `${words} (+${weight})`),
          chart: pointsOf(day),
        },
      ];
    });
  });
}

function featuresOf(day: readonly LoggedEvent[], habits: Habits): Feature[] {
  const fresh = <T>(of: (event: LoggedEvent) => T, known: ReadonlySet<T>): T[] =>
    [...new Set(day.map(of))].filter((value) => value !== '' && !known.has(value));
  const actions = day.filter(({ action }) => !habits.actions.has(action));
  const administers = [...new Set(actions.filter(({ letters }) => /[aps]/.test(letters)).map(({ action }) => action))];
  const networks = fresh(({ sourceIp }) => networkOf(sourceIp), habits.networks);
  const agents = fresh(({ userAgent }) => agentOf(userAgent), habits.agents);
  const regions = fresh(({ region }) => region, habits.regions);
  const refused = day.filter(({ succeeded }) => !succeeded).length;
  const hours = fresh(({ at }) => new Date(at).getUTCHours(), habits.hours);
  const kinds = new Set(actions.map(({ action }) => action)).size;
  return [
    { when: administers.length > 0, weight: 4, words: `first administrative actions: ${joinNames(administers)}` },
    { when: kinds >= 5, weight: 2, words: `${kinds} actions never used before` },
    { when: networks.length > 0, weight: 3, words: `new network: ${joinNames(networks)}` },
    { when: agents.length > 0, weight: 2, words: `new client: ${joinNames(agents)}` },
    { when: regions.length > 0, weight: 2, words: `new region: ${joinNames(regions)}` },
    { when: hours.length > 0, weight: 1, words: 'outside its usual hours' },
    { when: refused >= 5 && refused * 4 >= day.length, weight: 2, words: `${refused} of ${day.length} calls were denied` },
  ].filter(({ when }) => when);
}

/** Returns the network of an address: /24 for IPv4, /48 for IPv6. Names of services have none. */
function networkOf(address: string): string {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  return address.includes(':') ? `${address.split(':').slice(0, 3).join(':')}::/48` : '';
}

/** Returns a user agent without its version. */
function agentOf(userAgent: string): string {
  return /^\[?([A-Za-z][\w.-]*)/.exec(userAgent)?.[1]?.toLowerCase() ?? '';
}
