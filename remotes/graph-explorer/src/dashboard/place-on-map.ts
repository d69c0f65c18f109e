import type { RegionCount } from '@cam/contracts';
import { searchAddress } from '../search/api';

/** A region with its count, and the query behind that; without one it is of rules, which are behind it in Compliance. */
export type ShownRegion = RegionCount & { query?: string };

/** The part of the world that is drawn, in half degrees from -180, 90: without the far south. */
export const WORLD = { width: 720, top: 10, height: 290 };

const SMALLEST = 7;
const LARGEST = 18;

/** How addresses call what is of no region. */
export const GLOBAL = '-';

/** One place on the map: regions of several clouds in the same town are one. */
export interface Place {
  x: number;
  y: number;
  count: number;
  /** Its regions with their counts, as people read them. */
  words: string;
  /** Where that is which is counted. */
  to: string;
}

export function placed({ longitude, latitude }: { longitude: number; latitude: number }): { x: number; y: number } {
  return { x: (longitude + 180) * 2, y: (90 - latitude) * 2 };
}

/** The places of regions, the largest first, so that a small one is drawn over a large neighbour. */
export function placesOf(counts: readonly ShownRegion[]): Place[] {
  const places = new Map<string, { x: number; y: number; regions: ShownRegion[] }>();
  for (const shown of counts) {
    if (shown.region_info.coordinates === null) continue;
    const { x, y } = placed(shown.region_info.coordinates);
    const place = places.get(`${x} ${y}`) ?? { x, y, regions: [] };
    places.set(`${x} ${y}`, place);
    place.regions.push(shown);
  }
  return [...places.values()]
    .map(({ x, y, regions }) => ({
      x,
      y,
      count: regions.reduce((sum, { count }) => sum + count, 0),
      words: regions.map(({ region_info: { name, code }, count }) => `${name} (${code}): ${count}`).join(', '),
      to: addressOfRegions(regions),
    }))
    .sort((a, b) => b.count - a.count);
}

/** Where that is which is counted in some regions: the search behind it, or the rules that fail there. Queries of regions differ in their last word alone. */
export function addressOfRegions(regions: readonly ShownRegion[]): string {
  const [first, ...others] = regions.map(({ query = '' }) => query);
  if (first === undefined || first === '')
    return `/compliance?${new URLSearchParams({ region: regions.map(({ region_info: { code } }) => code || GLOBAL).join(',') })}`;
  return searchAddress([first, ...others.map((query) => query.split(' ').at(-1) ?? '')].join('|'));
}

/** The area of a circle grows with its count. */
export function radiusOf(count: number, most: number): number {
  return SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(count / most);
}
