import { sourceLinks } from './source-links';
import { TenantLinks, type LinkChanges, type SourceLinks } from './tenant-links';
import { findPaths, type Node } from './paths';
import { stableId } from './stable-id';

/** Returns random numbers from 0 to `below`, the same for each seed (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const SOURCES = ['a', 'b', 'c'];
const NAMES = ['ann', 'bob', 'ops', 'audit', 'admin', 'robot'];

const node = (name: string): Node => ({ uri: name, type: name === 'ops' ? 'GROUP' : 'USER', name, accountId: '1' });

function finished<R>(work: Generator<number, R>): R {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** Returns random links and classes of one source. */
function random(next: (below: number) => number, source: string): SourceLinks | null {
  if (next(8) === 0) return null;
  const some = (): string => NAMES[next(NAMES.length)] ?? '';
  const steps = Array.from({ length: next(5) }, () => ({
    childUri: some(),
    parent: node(some()),
    relation: 'may assume',
    group: next(3) === 0 ? node('ops') : null,
    conditions: next(3) === 0 ? ['aws:MultiFactorAuthPresent is true'] : [],
  }));
  const pclassOf = new Map(NAMES.filter(() => next(2) === 0).map((name) => [name, `${source} ${name} ${next(2)}`]));
  return sourceLinks({ relations: [], pclassOf, steps, externalPrincipals: [] }, () => null);
}

/** Returns the paths of each identity as text, as its profile has them. */
function pathsBy(changes: LinkChanges, known: Map<string, string>): Map<string, string> {
  for (const [uri, profile] of changes.profiles) {
    if (profile) known.set(uri, JSON.stringify(profile.paths()));
    else known.delete(uri);
  }
  return known;
}

/** Returns the links and classes of each identity. */
const graphOf = (links: TenantLinks) => NAMES.map((name) => ({ links: [...links.linksOf(name)], classes: [...links.classesOf(name)] }));

it('gives each identity the same paths after many changes as if all sources had come at once', () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const next = seeded(seed);
    const links = new TenantLinks();
    const sources = new Map<string, SourceLinks | null>();
    const told = new Map<string, string>();
    const ofProfiles = new Map<string, string>();
    for (let step = 0; step < 6; step += 1) {
      const changed = new Map(SOURCES.filter(() => next(2) === 0).map((source) => [source, random(next, source)]));
      for (const [source, own] of changed) sources.set(source, own);
      const fork = links.fork();
      const before = graphOf(fork);
      const changes = finished(links.replace(changed));
      expect(graphOf(fork)).toEqual(before);
      for (const profile of new Set(changes.profiles.values())) {
        if (profile === null || profile.isKnown) continue;
        expect(JSON.stringify(profile.previousPaths())).toBe(ofProfiles.get(profile.profileId) ?? '[]');
        ofProfiles.set(profile.profileId, JSON.stringify(profile.paths()));
      }
      pathsBy(changes, told);
      const after = graphOf(links);
      finished(fork.replace(new Map([['b', random(next, 'b')]])));
      finished(links.fork().replace(new Map([['b', random(next, 'b')]])));
      expect(graphOf(links)).toEqual(after);
      const fresh = new TenantLinks();
      const wanted = pathsBy(finished(fresh.replace(sources)), new Map());
      expect({ seed, step, told: [...told].sort() }).toEqual({ seed, step, told: [...wanted].sort() });
    }
  }
});

it('tells the paths that a changed profile had before, and keeps its id', () => {
  const links = new TenantLinks();
  const own = (version: number): SourceLinks =>
    sourceLinks({ relations: [], pclassOf: new Map([['ann', `class ${version}`]]), steps: [], externalPrincipals: [] }, () => null);
  const [first, second] = [1, 2].map((version) => {
    const profile = finished(links.replace(new Map([['a', own(version)]]))).profiles.get('ann');
    return { id: profile?.profileId, paths: profile?.paths(), previousPaths: profile?.previousPaths() };
  });
  expect(second).toMatchObject({ id: first?.id, previousPaths: first?.paths });
  expect(second?.paths).toEqual([{ pclassId: 'class 2', hops: [], conditional: false }]);
});

it('identifies a profile by the hash of its paths as JSON, as earlier versions did', () => {
  const links = new TenantLinks();
  const steps = [{ childUri: 'ann', parent: node('audit'), relation: 'may assume', group: node('ops'), conditions: ['a "quoted" word'] }];
  const all = sourceLinks({ relations: [], pclassOf: new Map([['ann', 'own'], ['audit', 'x"y']]), steps, externalPrincipals: [] }, () => null); // prettier-ignore
  const profile = finished(links.replace(new Map([['a', all]]))).profiles.get('ann');
  expect(profile?.paths()).toHaveLength(2);
  expect(profile?.hash).toBe(stableId('profile', JSON.stringify(findPaths(links, 'ann'))));
});

it('gives principals what a source says about others, as if the source had said it, and leaves forks as they were', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const next = seeded(seed);
    const [links, fresh] = [new TenantLinks(), new TenantLinks()];
    const sources = new Map(SOURCES.map((source) => [source, random(next, source)]));
    for (const all of [links, fresh]) finished(all.replace(sources));
    const fork = links.fork();
    const before = graphOf(fork);
    const own = sources.get('a') ?? { entries: new Map(), externalPrincipals: [] };
    const likeOf = new Map(NAMES.filter(() => next(3) === 0).map((name) => [name, next(4) === 0 ? null : 'robot'] as const));
    likeOf.delete('robot');
    const entries = new Map(own.entries);
    for (const [uri, like] of likeOf) {
      const entry = own.entries.get(like ?? '');
      if (entry) entries.set(uri, entry);
      else entries.delete(uri);
    }
    const other = random(next, 'b');
    const paths = pathsBy(finished(links.replace(new Map([['b', other]]), new Map([['a', likeOf]]))), new Map());
    const expected = pathsBy(
      finished(
        fresh.replace(
          new Map([
            ['b', other],
            ['a', { ...own, entries }],
          ]),
        ),
      ),
      new Map(),
    );
    expect(graphOf(links)).toEqual(graphOf(fresh));
    expect(links.profileOf).toEqual(fresh.profileOf);
    expect(new Map([...paths].sort())).toEqual(new Map([...expected].sort()));
    expect(graphOf(fork)).toEqual(before);
  }
});
