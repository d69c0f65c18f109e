import type { Db } from '../../platform/db/database';
import { Statistics } from './statistics';

/** Statistics of a graph whose tables have so many rows, and the statements that refresh them. */
function statistics(known: number): { statistics: Statistics; statements: string[] } {
  const statements: string[] = [];
  const db = {
    kind: 'embedded' as const,
    owner: () => Promise.resolve([{ table: 'graph_profile_class', known }]),
    executeSql: (text: string) => Promise.resolve(void statements.push(text)),
  };
  const log = { warn: (context: object) => expect(context).toEqual({}) };
  return { statistics: new Statistics(db as unknown as Db, log as never), statements };
}

const change = (rows: number) => new Map([['graph_profile_class' as const, rows]]);

const REFRESH = 'vacuum (analyze) graph_profile_class';

test('a quarter of changed rows refreshes a table at once', async () => {
  const { statistics: kept, statements } = statistics(1000);
  await kept.noteChanges(change(200));
  expect(statements).toEqual([]);
  await kept.noteChanges(change(51));
  expect(statements).toEqual([REFRESH]);
});

test('a smaller share refreshes a large table at the end of a series, once', async () => {
  const { statistics: kept, statements } = statistics(10_000_000);
  await kept.noteChanges(change(100_001));
  expect(statements).toEqual([]);
  await kept.noteSettled();
  await kept.noteSettled();
  expect(statements).toEqual([REFRESH]);
});

test('few changed rows refresh nothing at the end of a series', async () => {
  const { statistics: kept, statements } = statistics(10_000_000);
  await kept.noteChanges(change(99_999));
  await kept.noteSettled();
  expect(statements).toEqual([]);
});
