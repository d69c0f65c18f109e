import type { RegionCount } from '@cam/contracts/server';
import { placeOf } from './region-places';

/** Counts by region, largest first. "Global" stands for no region. */
export function countByRegion(regions: readonly string[]): RegionCount[] {
  const counts = new Map<string, number>();
  for (const region of regions) {
    const code = region === '-' || region === '0' ? '' : region;
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts]
    .map(([code, count]) => {
      const place = placeOf(code);
      const name = code === '' ? 'Global' : (place?.name ?? code);
      return { region_info: { name, code, coordinates: place && { longitude: place.longitude, latitude: place.latitude } }, count };
    })
    .sort((a, b) => b.count - a.count || a.region_info.code.localeCompare(b.region_info.code));
}
