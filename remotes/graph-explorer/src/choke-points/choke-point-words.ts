import type { ChokePoints } from '@cam/contracts';
import { formatCount, type Series } from '@cam/ui';

type Point = ChokePoints['points'][number];

/** Colours of the lines of the first three tiers. */
const TONES = ['high', 'medium', 'accent'] as const;

/** Returns a line for each tier that has resources: the access to it that is left, today and after each change. */
export function fallingLines({ line, jewels }: Pick<ChokePoints, 'line' | 'jewels'>, names: readonly string[]): Series[] {
  return names.slice(0, TONES.length).flatMap((name, tier) => {
    if (!jewels[tier]) return [];
    const points = line.map(({ pairs }, index) => ({ x: index === 0 ? 'Today' : String(index), y: pairs[tier] ?? 0 }));
    return [{ name, tone: TONES[tier] ?? 'accent', points }];
  });
}

/** Returns what a choke point ends, by tier, as words. */
export function endsOf({ pairs }: Point, names: readonly string[]): string {
  const parts = pairs.flatMap((count, tier) => (count > 0 ? [`${formatCount(count)} to ${names[tier] ?? `tier ${tier}`}`] : []));
  return parts.join(', ');
}
