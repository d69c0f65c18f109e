import { publicQuery } from './queries';
import type { Sections } from './facts';
import { byObjectOrder } from './resource-types';

export interface PublicTotal {
  source_type: string;
  public_count: number;
  query: string;
}

/** Returns the number of public entities of each type, in the order of the objects page. All pages read it. */
export function publicTotals(found: readonly Sections['public'][]): PublicTotal[] {
  const totals = new Map<string, number>();
  for (const { type } of found) totals.set(type, (totals.get(type) ?? 0) + 1);
  return [...totals]
    .map(([source_type, public_count]) => ({ source_type, public_count, query: publicQuery(source_type) }))
    .sort((a, b) => byObjectOrder(a.source_type, b.source_type));
}

/** Returns the number of public entities of some types. */
export function publicOf(totals: readonly PublicTotal[], types: readonly string[]): number {
  return totals.filter(({ source_type: type }) => types.includes(type)).reduce((sum, { public_count: n }) => sum + n, 0);
}
