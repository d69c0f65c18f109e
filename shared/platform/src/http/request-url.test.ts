import { fillPath, queryString } from './request-url';

describe('the address of a request', () => {
  it('carries path parameters, encoded', () => {
    expect(fillPath('GET /beta/accounts/{cloud_type}', { cloud_type: 'A/B' })).toEqual({ method: 'GET', path: '/beta/accounts/A%2FB' });
  });

  it('is refused in words when a required parameter is missing', () => {
    expect(() => fillPath('GET /v1/x/{id}', {})).toThrow(
      'Required parameter requestParameters.id was null or undefined when calling GET /v1/x/{id}.',
    );
  });

  it('repeats the key of an array and joins the keys of objects with a dot', () => {
    expect(queryString({ a: [1, 2], table_options: { page_number: 0, query: undefined }, b: 'x y', c: null })).toBe(
      '?a=1&a=2&table_options.page_number=0&b=x+y',
    );
  });
});
