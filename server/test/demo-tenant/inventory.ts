import { deepCounts, differences, shownCounts } from '../support/inventory-counts';
import { recounted } from '../support/recounted';
import { counted, LIMIT, server, token } from './tenant';

/** Defines the tests of inventory counts. */
export function casesOfInventory(): void {
  beforeAll(counted, LIMIT);

  it(
    'shows the same counts as the queries behind them',
    async () => {
      const counts = await shownCounts(token, server.url);
      expect(counts.length).toBeGreaterThan(200);
      expect(await differences(token, server.url, counts)).toEqual([]);
    },
    LIMIT,
  );

  it(
    'shows the same counts of unused, reachable and used access as queries',
    async () => expect(await differences(token, server.url, await deepCounts(token, server.url))).toEqual([]),
    LIMIT,
  );

  it(
    'shows the same counts as the lists behind them if no query covers them',
    async () => {
      const counts = await recounted(token, server.url);
      expect(counts.length).toBeGreaterThan(150);
      expect(counts.filter(({ shown, counted: n }) => shown !== n)).toEqual([]);
    },
    LIMIT,
  );
}
