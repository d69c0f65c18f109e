import type { ReactNode } from 'react';
import { TIER_NAMES } from '@cam/contracts';
import { tierColour } from './tier-colour';
import styles from './risk.module.css';

/** Shows the tier of an entity by its number, so that the colour is never the only sign. */
export function TierTag({ tier, name = TIER_NAMES[tier] }: { tier: number; name?: string }): ReactNode {
  return (
    <span className={styles.tier} style={{ color: `var(--cam-${tierColour(tier)})` }} title={name}>
      Tier {tier}
    </span>
  );
}
