import { ALL_ROWS } from './pages';
import { readView, writeView, type GridView } from './use-grid-view';

const at = (query: string): GridView => readView({ get: (name) => new URLSearchParams(query).get(name) ?? '' });

describe('grid view in the URL', () => {
  it('is restored from the parameters that it writes', () => {
    const view: GridView = {
      search: 'ada & co',
      severity: 'HIGH',
      type: 'S3',
      sort: { column: 'name', descending: true },
      page: 2,
      pageSize: 50,
    };
    const parameters = Object.entries(writeView(view)).filter((entry): entry is [string, string] => entry[1] !== null);
    expect(new URLSearchParams(parameters).toString()).toBe('search=ada+%26+co&severity=HIGH&kind=S3&sort=name&order=desc&page=3&size=50');
    expect(at(new URLSearchParams(parameters).toString())).toEqual(view);
  });

  it('omits default values and writes only changed parameters', () => {
    expect(writeView({ page: 0, sort: null, type: 'ALL' })).toEqual({ kind: null, sort: null, order: null, page: null });
    expect(writeView({ page: 1 })).toEqual({ page: '2' });
    expect(at(`size=${writeView({ pageSize: ALL_ROWS }).size}`).pageSize).toBe(ALL_ROWS);
  });

  it('ignores invalid parameters', () => {
    expect(at('page=-1&size=many&severity=WORST')).toEqual(at(''));
  });
});
