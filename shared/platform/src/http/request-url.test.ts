import { fillPath, queryString } from './request-url';

describe('fillPath and queryString', () => {
  it('encode path parameters', () => {
    expect(fillPath('GET /beta/accounts/{cloud_type}', { cloud_type: 'A/B' })).toEqual({ method: 'GET', path: '/beta/accounts/A%2FB' });
  });

  it('throw an error that names a missing required parameter', () => {
    expect(() => fillPath('GET /v1/x/{id}', {})).toThrow(
      'Required parameter requestParameters.id was null or undefined when calling GET /v1/x/{id}.',
    );
  });

  it('repeat the key of an array and join the keys of nested objects with a dot', () => {
    expect(queryString({ a: [1, 2], table_options: { page_number: 0, query: undefined }, b: 'x y', c: null })).toBe(
      '?a=1&a=2&table_options.page_number=0&b=x+y',
    );
  });
});
