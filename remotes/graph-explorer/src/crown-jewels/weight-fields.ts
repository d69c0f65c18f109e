import type { RiskWeights } from '@cam/contracts';

/** One weight in the form: its place among the weights, and its label. */
export interface WeightField {
  path: readonly [keyof RiskWeights, ...(string | number)[]];
  label: string;
}

export interface WeightGroup {
  title: string;
  note: string;
  fields: readonly WeightField[];
}

/** Returns the groups of weights, with the tenant's names of the tiers. */
export function weightGroups(names: readonly string[]): WeightGroup[] {
  const exposure = (key: keyof RiskWeights['exposure'], label: string): WeightField => ({ path: ['exposure', key], label });
  return [
    {
      title: 'Impact',
      note: 'The worst access within reach: weight of the tier × weight of the kind of access.',
      fields: [
        ...names.map((name, tier): WeightField => ({ path: ['tiers', tier], label: `Tier ${tier}: ${name}` })),
        { path: ['modes', 'admin'], label: 'Administration' },
        { path: ['modes', 'write'], label: 'Write' },
        { path: ['modes', 'read'], label: 'Read' },
        { path: ['conditional'], label: 'Factor for conditional access' },
        { path: ['breadth'], label: 'Added for each tenfold number of resources' },
      ],
    },
    {
      title: 'Exposure',
      note: 'How easily somebody else acts as the identity. The highest value that applies counts. The values are an order, not probabilities.',
      fields: [
        exposure('public', 'Anyone on the internet'),
        exposure('unknown_account', 'Unknown external account'),
        exposure('known_account', 'Known external account or network'),
        exposure('person_without_second_factor', 'User without a second factor'),
        exposure('person', 'User with a second factor'),
        exposure('old_key', 'Access key older than 90 days'),
        exposure('idle', 'User without a sign-in for 90 days'),
        exposure('public_workload', 'Workload that the internet reaches'),
        exposure('workload', 'Other workload'),
        exposure('guest', 'External identity'),
        exposure('through', 'Factor for identities that others can become'),
      ],
    },
    {
      title: 'Severity',
      note: 'Factor for the severity of a finding, which applies to alerts only.',
      fields: [
        { path: ['severity', 'high'], label: 'High' },
        { path: ['severity', 'medium'], label: 'Medium' },
        { path: ['severity', 'low'], label: 'Low' },
      ],
    },
    {
      title: 'Disuse',
      note: 'The share of access that nobody used in 90 days, where a log would show it.',
      fields: [
        { path: ['disuse', 'base'], label: 'Share of the score that is independent of use' },
        { path: ['disuse', 'unknown'], label: 'Disuse without a log' },
      ],
    },
  ];
}

/** Returns the weight at a path. */
export function weightAt(weights: RiskWeights, path: WeightField['path']): number {
  return path.reduce<unknown>((part, key) => (part as Record<string | number, unknown>)[key], weights) as number;
}

/** Returns weights with another value at a path. */
export function withWeight(weights: RiskWeights, path: WeightField['path'], value: number): RiskWeights {
  const copy = structuredClone(weights);
  const last = path[path.length - 1] as string | number;
  const parent = path.slice(0, -1).reduce<unknown>((part, key) => (part as Record<string | number, unknown>)[key], copy);
  (parent as Record<string | number, number>)[last] = value;
  return copy;
}

/** Reads a weight from 0 to 1; null for any other text. */
export function parseWeight(text: string): number | null {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() !== '' && value >= 0 && value <= 1 ? value : null;
}
