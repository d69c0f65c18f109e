import { unusedReleases } from './prune';
import type { StoredRelease } from './release';

const release = (number: number, change: Partial<StoredRelease> = {}): StoredRelease =>
  ({ id: 'alerts', version: `${number}.0.0`, number, consumes: { react: '^19.0.0' }, wasStable: true, isUnfit: false, ...change }) as StoredRelease;

const HOSTS = [
  { version: '1', provides: { react: '18.2.0' } },
  { version: '2', provides: { react: '19.1.0' } },
];

const removed = (list: StoredRelease[], used: string[], keep: number): string[] =>
  unusedReleases(
    { releases: new Map([['alerts', list]]) },
    used.map((version) => ({ id: 'alerts', version })),
    HOSTS,
    keep,
  ).map(({ version }) => version);

it('removes releases beyond the newest, except those in use', () => {
  const list = [6, 5, 4, 3, 2, 1].map((number) => release(number, { wasStable: false }));
  expect(removed(list, ['6.0.0', '2.0.0'], 2)).toEqual(['4.0.0', '3.0.0', '1.0.0']);
});

it('keeps the fallbacks of each known host, and the fallback of a fallback', () => {
  const list = [
    release(6),
    release(5, { isUnfit: true }),
    release(4),
    release(3),
    release(2, { consumes: { react: '^18.0.0' } }),
    release(1, { consumes: { react: '^18.0.0' } }),
  ];
  expect(removed(list, ['6.0.0'], 1)).toEqual(['5.0.0']);
  expect(removed([...list, release(0)], ['6.0.0'], 1)).toEqual(['5.0.0']);
});

it('keeps nothing for a host that no earlier release fits', () => {
  expect(removed([release(3), release(2, { wasStable: false }), release(1, { wasStable: false })], ['3.0.0'], 1)).toEqual(['2.0.0', '1.0.0']);
});
