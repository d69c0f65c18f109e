import { join } from 'node:path';
import { check, isOneNumber, NumbersOf, tableOf, writeTable } from '../support/every-number';
import { recounted } from '../support/recounted';
import { counted, LIMIT, server, token } from './tenant';

/** The table of number, query, place and text. `CAM_TEST_TABLE=1` prints it. */
const TABLE = join(__dirname, '../../../test-results/every-number.tsv');

/** How long over a thousand queries may take on a busy machine, ms. */
const ALL_NUMBERS = 900_000;

/** Defines the tests of inventory counts. */
export function casesOfInventory(): void {
  beforeAll(counted, LIMIT);

  it(
    'shows every number with the count of its query, and each fact with one number on all pages',
    async () => {
      const numbers = new NumbersOf(token, server.url);
      const facts = await numbers.sameFacts();
      const checked = await check(token, server.url, await numbers.all());
      const table = tableOf(checked, facts);
      writeTable(TABLE, table);
      if (process.env.CAM_TEST_TABLE) process.stdout.write(table);
      expect(facts.filter((fact) => !isOneNumber(fact))).toEqual([]);
      expect(checked.filter(({ count, answered }) => count !== answered)).toEqual([]);
      expect(checked.length).toBeGreaterThan(400);
    },
    ALL_NUMBERS,
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
