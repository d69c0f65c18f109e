import { addressOfRegions, placed, placesOf, radiusOf } from './place-on-map';

const region = (name: string, code: string, coordinates: { longitude: number; latitude: number } | null, count: number) => ({
  region_info: { name, code, coordinates },
  count,
});

it('places a region where it is on the map, as large as its count', () => {
  expect(placed({ longitude: 0, latitude: 0 })).toEqual({ x: 360, y: 180 });
  expect(placed({ longitude: -180, latitude: 90 })).toEqual({ x: 0, y: 0 });
  expect([radiusOf(100, 100), radiusOf(25, 100)]).toEqual([18, 12.5]);
});

it('makes one place of the regions of one town, and none of what has no region', () => {
  const frankfurt = { longitude: 9, latitude: 50 };
  const places = placesOf([
    region('Paris', 'eu-west-3', { longitude: 2, latitude: 49 }, 1),
    region('Frankfurt', 'eu-central-1', frankfurt, 3),
    region('Frankfurt', 'europe-west3', frankfurt, 1),
    region('Global', '', null, 9),
  ]);
  expect(places.map(({ count, words }) => [count, words])).toEqual([
    [4, 'Frankfurt (eu-central-1): 3, Frankfurt (europe-west3): 1'],
    [1, 'Paris (eu-west-3): 1'],
  ]);
});

it('leads to what is counted: the search behind public objects, the rules behind what fails', () => {
  const open = (code: string, query: string) => ({ ...region(code, code, null, 1), query });
  const found = [open('eu-central-1', 'x with-attribute region eu-central-1'), open('europe-west3', 'x with-attribute region europe-west3')];
  expect(decodeURIComponent(addressOfRegions(found))).toBe('/searchresult?query=x+with-attribute+region+eu-central-1|europe-west3');
  expect(decodeURIComponent(addressOfRegions([region('Frankfurt', 'eu-central-1', null, 1), region('Global', '', null, 2)]))).toBe(
    '/compliance?region=eu-central-1,-',
  );
});
