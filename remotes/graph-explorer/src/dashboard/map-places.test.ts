import { regionsAddress, toMapPoint, groupByPlace, circleRadius } from './map-places';

const region = (name: string, code: string, coordinates: { longitude: number; latitude: number } | null, count: number) => ({
  region_info: { name, code, coordinates },
  count,
});

it('map places: projects coordinates to the map, and scales circles by count', () => {
  expect(toMapPoint({ longitude: 0, latitude: 0 })).toEqual({ x: 360, y: 180 });
  expect(toMapPoint({ longitude: -180, latitude: 90 })).toEqual({ x: 0, y: 0 });
  expect([circleRadius(100, 100), circleRadius(25, 100)]).toEqual([18, 12.5]);
});

it('map places: merges regions near each other into one marker at the largest, and leaves out counts without a region', () => {
  const frankfurt = { longitude: 9, latitude: 50 };
  const places = groupByPlace([
    region('Paris', 'eu-west-3', { longitude: 2, latitude: 49 }, 1),
    region('Frankfurt', 'eu-central-1', frankfurt, 3),
    region('Frankfurt', 'europe-west3', frankfurt, 1),
    region('Virginia', 'us-east-1', { longitude: -78, latitude: 38 }, 2),
    region('Global', '', null, 9),
  ]);
  expect(places.map(({ x, count, label }) => [x, count, label])).toEqual([
    [toMapPoint({ longitude: 9, latitude: 50 }).x, 5, 'Frankfurt (eu-central-1): 3, Paris (eu-west-3): 1, Frankfurt (europe-west3): 1'],
    [toMapPoint({ longitude: -78, latitude: 38 }).x, 2, 'Virginia (us-east-1): 2'],
  ]);
});

it('map places: links public objects to their search, and failures to the rules', () => {
  const open = (code: string, query: string) => ({ ...region(code, code, null, 1), query });
  const found = [open('eu-central-1', 'x with-attribute region eu-central-1'), open('europe-west3', 'x with-attribute region europe-west3')];
  expect(decodeURIComponent(regionsAddress(found))).toBe('/searchresult?query=x+with-attribute+region+eu-central-1|europe-west3');
  expect(decodeURIComponent(regionsAddress([region('Frankfurt', 'eu-central-1', null, 1), region('Global', '', null, 2)]))).toBe(
    '/compliance?region=eu-central-1,-',
  );
});
