import { groupBy } from '../../platform/group-by';
import { named, personOf, spanOf, type LoggedEvent, type Suspicion } from './logged-event';
import { pointsOf } from './detect-events';

/** Days of an identity's own log before a day is weighed, and the calls in them. */
const KNOWN_DAYS = 14;
const KNOWN_CALLS = 30;
/** A day of this weight is worth a look. */
const WORTH_A_LOOK = 8;
const HIGH = 12;
const DAY_MS = 86_400_000;

/** What is new about a day, what it weighs, and how it is said. */
interface Feature {
  weight: number;
  words: string;
}

/** What an identity did up to a day. */
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
 * Days of an identity on which much is new at once: each single thing would be passed over. The weights are fixed and written down, and each
 * that counted is told in words.
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
    { when: administers.length > 0, weight: 4, words: `administers what it never did before: ${named(administers)}` },
    { when: kinds >= 5, weight: 2, words: `${kinds} actions that it never used before` },
    { when: networks.length > 0, weight: 3, words: `from a network that is new to it: ${named(networks)}` },
    { when: agents.length > 0, weight: 2, words: `by a program that is new to it: ${named(agents)}` },
    { when: regions.length > 0, weight: 2, words: `in a region that is new to it: ${named(regions)}` },
    { when: hours.length > 0, weight: 1, words: 'at an hour at which it never worked' },
    { when: refused >= 5 && refused * 4 >= day.length, weight: 2, words: `${refused} of ${day.length} calls were refused` },
  ].filter(({ when }) => when);
}

/** The network of an address: a /24 of IPv4, a /48 of IPv6. Names of services are none. */
function networkOf(address: string): string {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  return address.includes(':') ? `${address.split(':').slice(0, 3).join(':')}::/48` : '';
}

/** A program without its version. */
function agentOf(userAgent: string): string {
  return /^\[?([A-Za-z][\w.-]*)/.exec(userAgent)?.[1]?.toLowerCase() ?? '';
}
