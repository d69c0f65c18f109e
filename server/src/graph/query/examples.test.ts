import examples from './examples.json';
import { meaningOf } from './meaning';
import { parseQuery } from './parse-query';
import { printQuery } from './print';

describe('the examples of the query language', () => {
  it.each(examples.map(({ query, states }) => [query, states] as const))('parse, print and have a meaning: %s', (query, states) => {
    const parsed = parseQuery(query);
    expect({ error: parsed.error, missing: parsed.missing, states: parsed.states }).toEqual({ error: null, missing: null, states });
    if (!parsed.query) throw new Error('not a whole query');
    expect(parseQuery(printQuery(parsed.query)).query).toEqual(parsed.query);
    expect(meaningOf(parsed.query)).toMatch(/^\(?[A-Z].*\.$/);
  });
});
