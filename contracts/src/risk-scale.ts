import type { Risk } from './areas/risk';

/** The default names of the tiers, in order. The lowest number is the most important. */
export const TIER_NAMES = ['Control', 'Crown jewels', 'Important', 'Rest'] as const;

/** Bands of the risk score from the lowest to the highest, with the lowest score of each. */
export const RISK_BANDS = [
  { from: 0, name: 'Low' },
  { from: 25, name: 'Medium' },
  { from: 50, name: 'High' },
  { from: 75, name: 'Critical' },
] as const;

/** Returns the number of the band of a score, 0 to 3. */
export function bandOf(score: number): number {
  return RISK_BANDS.filter(({ from }) => score >= from).length - 1;
}

/** Returns a score with its factors as text, for files: a score never stands alone. */
export function riskText({ score, factors }: Risk): string {
  return `${score} (${factors.map(({ name, value }) => `${name} ${value.toFixed(2)}`).join(', ')})`;
}
