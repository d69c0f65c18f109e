import { placeOf } from './region-places';

it('knows where regions of every provider are, zones among them, and nothing of what is no region', () => {
  expect(['eu-central-1', 'germanywestcentral', 'europe-west3', 'europe-west3-a'].map((code) => placeOf(code)?.name)).toEqual(
    Array(4).fill('Frankfurt'),
  );
  expect(['-', '', 'global', 'eu'].map(placeOf)).toEqual([null, null, null, null]);
});
