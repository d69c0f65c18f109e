import type { AlertSuppression } from '@cam/contracts';

/** Whose coming or going raises no alert. */
export interface Suppressed {
  identity: boolean;
  object: boolean;
}

/** Two toggles as the one word that is stored. */
export function suppressionOf({ identity, object }: Suppressed): AlertSuppression {
  if (identity && object) return 'ALERT_SUPPRESSION_BOTH';
  if (identity) return 'ALERT_SUPPRESSION_IDENTITY';
  return object ? 'ALERT_SUPPRESSION_OBJECT' : 'ALERT_SUPPRESSION_NONE';
}

/** The stored word as its two toggles. */
export function suppressedBy(word: AlertSuppression): Suppressed {
  const both = word === 'ALERT_SUPPRESSION_BOTH';
  return { identity: both || word === 'ALERT_SUPPRESSION_IDENTITY', object: both || word === 'ALERT_SUPPRESSION_OBJECT' };
}
