import type { RiskWeights } from '@cam/contracts/server';

/**
 * The weights of the risk score. They are ordinal values that put entities in an order, not probabilities. A tenant may change them. A value
 * whose facts are not known is the middle of its range.
 */
export const DEFAULT_WEIGHTS: RiskWeights = {
  tiers: [1, 0.8, 0.4, 0.1],
  modes: { read: 0.5, write: 0.8, admin: 1 },
  conditional: 0.5,
  breadth: 0.05,
  disuse: { base: 0.5, unknown: 0.5 },
  severity: { high: 1, medium: 0.7, low: 0.4 },
  exposure: {
    public: 1,
    unknown_account: 0.8,
    known_account: 0.5,
    person_without_second_factor: 0.6,
    person: 0.2,
    old_key: 0.5,
    idle: 0.5,
    public_workload: 0.5,
    workload: 0.2,
    guest: 0.5,
    through: 0.9,
  },
};

/** The age from which an access key counts as old, in days. */
export const OLD_KEY_DAYS = 90;

/** Returns why weights cannot be used, as a sentence; null: they can. A more important tier, mode or severity never weighs less. */
export function faultOfWeights({ tiers, modes, severity }: RiskWeights): string | null {
  if (tiers.some((weight, tier) => tier > 0 && weight > (tiers[tier - 1] ?? 0))) return 'A tier must not weigh more than a more important one.';
  if (modes.read > modes.write || modes.write > modes.admin)
    return 'Read access must not weigh more than write access, nor write access more than administration.';
  if (severity.low > severity.medium || severity.medium > severity.high) return 'A severity must not weigh more than a higher one.';
  return null;
}
