import { combinedRisks } from './detect-combined';
import { firstSensitiveUses, stolenInstanceSessions, suspiciousCalls } from './detect-events';
import { unusualPlaces } from './detect-places';
import { refusalBursts, secretHarvests, unusualVolumes } from './detect-usage';
import type { LoggedEvent, Suspicion } from './logged-event';

/** Services act for others: what they do is told of those who made them. */
const isSomebody = ({ identity }: LoggedEvent): boolean =>
  identity !== '' && !identity.endsWith('.amazonaws.com') && !/\/aws-service-role\//.test(identity);

/** What of a log is worth a look, by all methods; the same events always give the same answer. */
export function detect(events: readonly LoggedEvent[]): Suspicion[] {
  const own = events.filter(isSomebody).sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.eventId < b.eventId ? -1 : 1));
  const methods = [
    suspiciousCalls,
    firstSensitiveUses,
    stolenInstanceSessions,
    refusalBursts,
    secretHarvests,
    unusualVolumes,
    unusualPlaces,
    combinedRisks,
  ];
  return methods.flatMap((method) => method(own)).sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0));
}
