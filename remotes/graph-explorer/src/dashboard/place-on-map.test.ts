import { placed, radiusOf } from './place-on-map';

it('places a region where it is on the map, as large as its count', () => {
  expect(placed({ longitude: 0, latitude: 0 })).toEqual({ x: 360, y: 180 });
  expect(placed({ longitude: -180, latitude: 90 })).toEqual({ x: 0, y: 0 });
  expect([radiusOf(100, 100), radiusOf(25, 100)]).toEqual([18, 12.5]);
});
