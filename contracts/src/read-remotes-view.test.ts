import { RemotesView } from './areas/remotes';
import { readRemotesView } from './read-remotes-view';
import { readerSchema } from './reader-schema';

const schema = readerSchema(RemotesView);

const manifest = (id: string, change: object = {}): object => ({
  schema: 1,
  id,
  name: id,
  version: '1.0.0',
  needs: { contracts: '^1.0.0', platform: '^1.0.0', ui: '^1.0.0' },
  calls: ['GET /v1/tenants'],
  menu: [{ id, label: id, to: `/${id}`, group: 'watch', order: 1, icon: 'alert' }],
  routes: [{ page: 'home', name: id, path: `/${id}`, title: id }],
  offers: [],
  uses: [],
  budget: 1000,
  ...change,
});

const remote = (id: string, change: object = {}): object => ({
  id,
  version: '1.0.0',
  base: `/r/${id}/1.0.0/`,
  manifest: manifest(id),
  integrity: { 'remoteEntry.js': 'sha384-x' },
  previous: null,
  ...change,
});

const view = (...remotes: unknown[]): object => ({ revision: 'r', remotes, off: [], incompatible: [], tried: [] });

describe('an answer of the registry', () => {
  it.each([
    ['{}', {}],
    ['a list', []],
    ['null', null],
    ['a text', 'hello'],
    ['a view without a revision', { ...view(), revision: undefined }],
    ['remotes that are no list', { ...view(), remotes: {} }],
    ['a reload list of numbers', { ...view(), must_reload: [1] }],
  ])('is refused as a whole: %s', (_name, answer) => {
    expect(readRemotesView(answer, schema)).toBeNull();
  });

  it('keeps every remote that matches', () => {
    const answer = view(remote('alerts'), remote('reports', { previous: { version: '0.9.0', base: '/r/reports/0.9.0/', integrity: {} } }));
    expect(readRemotesView(answer, schema)).toEqual({ view: answer, dropped: [] });
  });

  it.each<[string, unknown, RegExp]>([
    ['no manifest', remote('alerts', { manifest: undefined }), /^\/manifest must be an object|^\/manifest is missing/],
    ['a manifest without routes', remote('alerts', { manifest: manifest('alerts', { routes: undefined }) }), /routes/],
    ['routes that are no list', remote('alerts', { manifest: manifest('alerts', { routes: 5 }) }), /^\/manifest\/routes must be a list$/],
    [
      'a menu item without a target',
      remote('alerts', { manifest: manifest('alerts', { menu: [{ id: 'alerts' }] }) }),
      /^\/manifest\/menu\/0\/\w+ is missing$/,
    ],
    ['a manifest of another kind', remote('alerts', { manifest: manifest('alerts', { schema: 2 }) }), /^\/manifest\/schema must be 1$/],
    ['files on another host', remote('alerts', { base: 'https://elsewhere.example/' }), /^\/base must match/],
    ['a previous release without an address', remote('alerts', { previous: { version: '0.9.0', integrity: {} } }), /^\/previous\/base is missing$/],
    ['a digest that is no text', remote('alerts', { integrity: { a: 1 } }), /^\/integrity\/a must be a text$/],
    ['null', null, /must be an object/],
  ])('leaves out only the remote with %s, and names the problem', (_name, broken, why) => {
    const checked = readRemotesView(view(broken, remote('reports')), schema);
    expect(checked?.view.remotes.map(({ id }) => id)).toEqual(['reports']);
    expect(checked?.dropped).toEqual([expect.objectContaining({ why: expect.stringMatching(why) })]);
  });

  it('keeps the first of two remotes with one id', () => {
    const checked = readRemotesView(view(remote('alerts'), remote('alerts', { version: '2.0.0', base: '/r/alerts/2.0.0/' })), schema);
    expect(checked?.view.remotes.map(({ version }) => version)).toEqual(['1.0.0']);
    expect(checked?.dropped).toEqual([{ id: 'alerts', version: '2.0.0', why: 'it is listed twice' }]);
  });

  it('may have fields, flags and menu groups that this console does not know yet', () => {
    const item = { id: 'new', label: 'New', to: '/alerts', group: 'later', order: 1, icon: 'later', whenFlag: 'UI_LATER', colour: 'blue' };
    const answer = view(remote('alerts', { manifest: manifest('alerts', { menu: [item], lifecycle: 'beta' }), size: 5 }));
    expect(readRemotesView(answer, schema)?.dropped).toEqual([]);
  });
});
