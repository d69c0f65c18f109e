import type { RegionCount } from '@cam/contracts';

/** The part of the world that is drawn, in half degrees from -180, 90: without the far south. */
export const WORLD = { width: 720, top: 10, height: 290 };

const SMALLEST = 7;
const LARGEST = 18;

/** One place on the map: regions of several clouds in the same town are one. */
export interface Place {
  x: number;
  y: number;
  count: number;
  /** Its regions with their counts, as people read them. */
  words: string;
}

export function placed({ longitude, latitude }: { longitude: number; latitude: number }): { x: number; y: number } {
  return { x: (longitude + 180) * 2, y: (90 - latitude) * 2 };
}

/** The places of regions, the largest first, so that a small one is drawn over a large neighbour. */
export function placesOf(counts: readonly RegionCount[]): Place[] {
  const places = new Map<string, Place>();
  for (const { region_info: region, count } of counts) {
    if (region.coordinates === null) continue;
    const { x, y } = placed(region.coordinates);
    const words = `${region.name} (${region.code}): ${count}`;
    const before = places.get(`${x} ${y}`);
    places.set(`${x} ${y}`, before ? { x, y, count: before.count + count, words: `${before.words}, ${words}` } : { x, y, count, words });
  }
  return [...places.values()].sort((a, b) => b.count - a.count);
}

/** The area of a circle grows with its count. */
export function radiusOf(count: number, most: number): number {
  return SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(count / most);
}
