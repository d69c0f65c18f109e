import { placeOf } from './region-places';

it('finds the place of regions and zones of every provider, and none for other names', () => {
  expect(['eu-central-1', 'germanywestcentral', 'europe-west3', 'europe-west3-a'].map((code) => placeOf(code)?.name)).toEqual(
    Array(4).fill('Frankfurt'),
  );
  expect(['-', '', 'global', 'eu'].map(placeOf)).toEqual([null, null, null, null]);
});
