import { countByRegion } from './count-by-region';

it('counts by region in descending order with coordinates, and entries without a region as Global', () => {
  const counts = countByRegion(['eu-west-1', '', 'eu-west-1', '-', '0', 'somewhere']);
  expect(counts.map(({ region_info: { code, name }, count }) => [code, name, count])).toEqual([
    ['', 'Global', 3],
    ['eu-west-1', expect.stringMatching(/Ireland|Dublin/), 2],
    ['somewhere', 'somewhere', 1],
  ]);
  expect(counts[1]?.region_info.coordinates).toMatchObject({ longitude: expect.any(Number), latitude: expect.any(Number) });
  expect([counts[0]?.region_info.coordinates, counts[2]?.region_info.coordinates]).toEqual([null, null]);
});
