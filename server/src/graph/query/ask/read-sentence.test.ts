import { casesToTry } from '../../../../test/support/differential';
import type { Query, Text } from '../ast';
import examples from '../examples.json';
import { meaningOf } from '../meaning';
import { parseQuery } from '../parse-query';
import { printQuery } from '../print';
import { RandomQueries, randomOf } from './random-queries';
import { readSentence } from './read-sentence';

/** Random queries whose sentence is read again: all with `npm run differential`. */
const QUERIES = casesToTry(500, 20_000);

/** Returns a query without quotes that have no effect. */
const normal = (query: Query): string =>
  JSON.stringify(query, (_key, value: unknown) => (isText(value) && !/[*?]/.test(value.text) ? { text: value.text, quoted: false } : value));
const isText = (value: unknown): value is Text => typeof value === 'object' && value !== null && 'quoted' in value && 'text' in value;

describe('the sentence of a query', () => {
  it.each(examples.map(({ query }) => query))('gives the query again: %s', (text) => {
    const { query } = parseQuery(text);
    const again = query && readSentence(meaningOf(query));
    expect(again && normal(again)).toBe(query && normal(query));
  });

  it(`gives ${QUERIES} random queries again`, () => {
    const random = new RandomQueries(randomOf(1));
    const wrong: string[] = [];
    for (let count = 0; count < QUERIES; count += 1) {
      const { query } = parseQuery(printQuery(random.query()));
      if (!query) continue;
      const sentence = meaningOf(query);
      const again = readSentence(sentence);
      if (!again || normal(again) !== normal(query)) wrong.push(`${printQuery(query)}\n  ${sentence}\n  ${again ? printQuery(again) : 'not read'}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(['', 'users that', 'who can read payroll-prod', 'Users that can access.'])('is not any text: %j', (text) =>
    expect(readSentence(text)).toBeNull(),
  );
});
