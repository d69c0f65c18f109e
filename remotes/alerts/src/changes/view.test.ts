import { paramsOf, viewOf } from './view';

const view = (query: string) => viewOf(new URLSearchParams(query));

describe('the view of the changes in the address', () => {
  it('is read and written alike', () => {
    const query = 'type=EDGE_ADD&start=2026-01-02&end=2026-01-31&alerts=only&search=ada&sort=name&order=asc&page=3&size=20';
    expect(paramsOf(view(query)).toString()).toBe(query);
    expect(paramsOf(view('')).toString()).toBe('');
  });

  it('takes what makes no sense for absent: unknown types, days that there are not, ranges that end before they start', () => {
    expect(view('type=UNKNOWN&start=2026-99-99&sort=x&page=0&size=-3')).toEqual(view(''));
    expect(view('start=2026-02-01&end=2026-01-01')).toMatchObject({ start: null, end: null });
  });
});
