/** The part of the world that is drawn, in half degrees from -180, 90: without the far south. */
export const WORLD = { width: 720, top: 10, height: 290 };

const SMALLEST = 7;
const LARGEST = 18;

export function placed({ longitude, latitude }: { longitude: number; latitude: number }): { x: number; y: number } {
  return { x: (longitude + 180) * 2, y: (90 - latitude) * 2 };
}

/** The area of a circle grows with its count. */
export function radiusOf(count: number, most: number): number {
  return SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(count / most);
}
