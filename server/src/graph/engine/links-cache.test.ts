import { LinksCache } from './links-cache';
import { sourceLinks } from './source-links';
import { TenantLinks } from './tenant-links';

const own = (pclassId: string) =>
  sourceLinks({ relations: [], pclassOf: new Map([['ann', pclassId]]), steps: [], externalPrincipals: [] }, () => null);

function linksWith(pclassId: string): TenantLinks {
  const links = new TenantLinks();
  links.load('a', own(pclassId));
  return links;
}

const classesOf = (links: TenantLinks): string[] => [...links.classesOf('ann')];

function replace(links: TenantLinks, pclassId: string): void {
  const work = links.replace(new Map([['a', own(pclassId)]]));
  while (!work.next().done);
}

it('reads the links of a snapshot once, and gives each caller a copy of its own', async () => {
  const cache = new LinksCache();
  const read = jest.fn(() => Promise.resolve(linksWith('first')));
  const [build, count] = await Promise.all([cache.fork('t', 1, read), cache.fork('t', 1, read)]);
  replace(build, 'second');
  expect(classesOf(build)).toEqual(['second']);
  expect(classesOf(count)).toEqual(['first']);
  expect(classesOf(await cache.fork('t', 1, read))).toEqual(['first']);
  cache.put('t', 2, build);
  expect(classesOf(await cache.fork('t', 2, read))).toEqual(['second']);
  expect(read).toHaveBeenCalledTimes(1);
});

it('keeps the newest links, and reads those of another snapshot', async () => {
  const cache = new LinksCache();
  cache.put('t', 2, linksWith('new'));
  expect(classesOf(await cache.fork('t', 1, () => Promise.resolve(linksWith('old'))))).toEqual(['old']);
  expect(classesOf(await cache.fork('t', 2, () => Promise.reject(new Error('it is kept'))))).toEqual(['new']);
});

it('reads again for a caller who waited for a reading that failed', async () => {
  const cache = new LinksCache();
  const first = cache.fork('t', 1, () => Promise.reject(new Error('the transaction ended')));
  const second = cache.fork('t', 1, () => Promise.resolve(linksWith('own')));
  await expect(first).rejects.toThrow('the transaction ended');
  expect(classesOf(await second)).toEqual(['own']);
});
