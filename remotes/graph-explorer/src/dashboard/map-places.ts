import type { RegionCount } from '@cam/contracts';
import { searchAddress } from '@cam/platform';

/** A region with its count. The query returns the counted objects. Without a query, the count is of failures in Compliance. */
export type MapRegion = RegionCount & { query?: string };

/** The drawn part of the world, in half degrees from -180, 90. Leaves out the far south. */
export const MAP_EXTENT = { width: 720, top: 10, height: 290 };

const SMALLEST = 7;
const LARGEST = 18;

/** The region code in addresses for resources without a region. */
export const GLOBAL = '-';

/** A marker on the map, of one region or of several near each other. */
export interface Place {
  x: number;
  y: number;
  count: number;
  /** The regions with their counts, as a label. */
  label: string;
  /** The path of the counted objects or failures. */
  to: string;
}

/** Projects coordinates in degrees to map units. */
export function toMapPoint({ longitude, latitude }: { longitude: number; latitude: number }): { x: number; y: number } {
  return { x: (longitude + 180) * 2, y: (90 - latitude) * 2 };
}

/** Places closer than this, in map units, are one marker: their circles would cover each other. */
const CLUSTER = 24;

interface Cluster {
  x: number;
  y: number;
  regions: MapRegion[];
}

/** Groups regions by place, and places that are too close to each other, largest count first. A marker stands at its largest region. */
export function groupByPlace(counts: readonly MapRegion[]): Place[] {
  const places: Cluster[] = [];
  for (const shown of [...counts].sort((a, b) => b.count - a.count)) {
    if (shown.region_info.coordinates === null) continue;
    const { x, y } = toMapPoint(shown.region_info.coordinates);
    const near = places.find((place) => Math.hypot(place.x - x, place.y - y) < CLUSTER);
    if (near) near.regions.push(shown);
    else places.push({ x, y, regions: [shown] });
  }
  return places
    .map(({ x, y, regions }) => ({
      x,
      y,
      count: regions.reduce((sum, { count }) => sum + count, 0),
      label: regions.map(({ region_info: { name, code }, count }) => `${name} (${code}): ${count}`).join(', '),
      to: regionsAddress(regions),
    }))
    .sort((a, b) => b.count - a.count);
}

/** Returns the path of the counted objects or failures in some regions. The queries of regions differ only in their last word. */
export function regionsAddress(regions: readonly MapRegion[]): string {
  const [first, ...others] = regions.map(({ query = '' }) => query);
  if (first === undefined || first === '')
    return `/compliance?${new URLSearchParams({ region: regions.map(({ region_info: { code } }) => code || GLOBAL).join(',') })}`;
  return searchAddress([first, ...others.map((query) => query.split(' ').at(-1) ?? '')].join('|'));
}

/**
 * Returns the radius of a circle whose area grows with the count, in map units.
 * @param most the largest count on the map
 */
export function circleRadius(count: number, most: number): number {
  return SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(count / most);
}
