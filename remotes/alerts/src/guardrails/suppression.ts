import type { AlertSuppression } from '@cam/contracts';

/** Entities whose creation or deletion raises no alert. */
export interface Suppressed {
  identity: boolean;
  object: boolean;
}

/** Converts the two toggles to the stored value. */
export function suppressionOf({ identity, object }: Suppressed): AlertSuppression {
  if (identity && object) return 'ALERT_SUPPRESSION_BOTH';
  if (identity) return 'ALERT_SUPPRESSION_IDENTITY';
  return object ? 'ALERT_SUPPRESSION_OBJECT' : 'ALERT_SUPPRESSION_NONE';
}

/** Converts the stored value to its two toggles. */
export function suppressedBy(value: AlertSuppression): Suppressed {
  const both = value === 'ALERT_SUPPRESSION_BOTH';
  return { identity: both || value === 'ALERT_SUPPRESSION_IDENTITY', object: both || value === 'ALERT_SUPPRESSION_OBJECT' };
}
