import { dice } from '../../../../test/support/differential';
import { madePaths } from '../../../../test/support/made-paths';
import { Bitset } from '../../engine/bitset';
import { AccessOfProfiles } from './access-of-profiles';
import { holdersOf } from './count-holders';
import type { ProfilePath } from '../../engine/profile-paths';
import { ProfileReach, type ReachableClass } from './profile-reach';
import { UsedResources, type LoggedUse, type Serving } from './used-resources';

const CLASSES = 70;
const PCLASSES = ['p0', 'p1', 'p2', 'p3', 'p4'];
const SERVICES = ['s3', 'kms', 'sqs'];

interface MadeResource {
  id: string;
  class: number;
  service: string | null;
  type: string;
}

const usedResource = ({ id, class: number, service, type }: MadeResource) => ({
  ...{ entity_id: id, class_id: `c${number}`, service, type },
  account_id: '1',
});

/** A small made-up graph, counted resource by resource. */
function randomGraph(seed: number) {
  const { next, chance, one } = dice(seed);
  const some = <T>(all: readonly T[], share: number): T[] => all.filter(() => chance(share));
  const resources = Array.from({ length: 200 }, (_, n): MadeResource => {
    return { id: `r${n}`, class: Math.floor(next() * CLASSES), service: one([...SERVICES, null]), type: one(['T', 'U']) };
  });
  const numbers = Array.from({ length: CLASSES }, (_, number) => number);
  const access = new Map(PCLASSES.map((id) => {
    const all = some(numbers, 0.2);
    return [id, { all, sure: some(all, 0.5), read: some(all, 0.8), write: some(all, 0.5), admin: some(all, 0.3), sureWrite: [], sureAdmin: [], logged: [] }] as const;
  })); // prettier-ignore
  const paths = new Map(
    ['a', 'b', 'c'].map((profile) => [
      profile,
      some(PCLASSES, 0.6).map((pclass, index): ProfilePath => {
        return {
          pclass_id: pclass,
          pclass_number: PCLASSES.indexOf(pclass),
          conditional: chance(0.5),
          depth: index === 0 ? 0 : 1,
          assumed: index === 0 ? null : `role-${pclass}`,
        };
      }),
    ]),
  );
  const actors = some(['me', ...PCLASSES.map((id) => `role-${id}`)], 0.7);
  const kinds = (): LoggedUse['kind'] => one(['READ', 'WRITE', 'ADMIN', null]);
  // Two names of one identity, a name of two identities, and a group of three names, one of which no source lists.
  const names = new Map([
    ['me', ['me', 'my-mail']],
    ['twin', ['me']],
    ['group', ['me', 'my-mail', 'colleague', 'unlisted']],
    ...PCLASSES.map((id): [string, string[]] => [`role-${id}`, [`role-${id}`]]),
  ]);
  // Others start sessions of the roles too.
  const uses = [
    ...[...actors, 'my-mail', 'colleague', 'unlisted'].map((name) => ({ name, starter: null })),
    ...actors.flatMap((name) => ['me', 'my-mail', 'you', 'colleague'].map((starter) => ({ name, starter }))),
  ].flatMap((who): LoggedUse[] => [
    ...some(resources, 0.05).map((resource) => ({ ...who, kind: kinds(), of: usedResource(resource) })),
    ...some(SERVICES, 0.3).map((of) => ({ ...who, kind: kinds(), of })),
  ]);
  return { resources, access, paths, names, uses };
}

function engineOf({ resources, access, paths, names, uses }: ReturnType<typeof randomGraph>) {
  const classes = Array.from({ length: CLASSES }, (_, number): ReachableClass => {
    return { id: `c${number}`, size: resources.filter((one) => one.class === number).length, types: ['T'] };
  });
  const set = (members: number[]) => Bitset.of(CLASSES, members);
  const sets = [...access].map(([id, { all, sure, read, write, admin }]) => {
    return [
      id,
      {
        all: set(all),
        sure: set(sure),
        read: set(read),
        write: set(write),
        admin: set(admin),
        sureWrite: set([]),
        sureAdmin: set([]),
        logged: set([]),
      },
    ] as const;
  });
  const reach = new ProfileReach(classes, new Map(sets), madePaths(paths));
  const serving = new Map<string, Serving>();
  for (const { class: number, service, type } of resources) {
    if (service === null) continue;
    const key = `c${number} ${service} ${type}`;
    serving.set(key, { class_id: `c${number}`, service, type, account_id: '1', n: (serving.get(key)?.n ?? 0) + 1 });
  }
  const usedResources = (kind?: 'READ' | 'WRITE' | 'ADMIN') => new UsedResources(reach, { uses, names, serving: [...serving.values()] }, kind);
  return { reach, usedResources };
}

describe('counts of reachable and used resources', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('match a count resource by resource in random graph %i', (seed) => {
    const graph = randomGraph(seed);
    const { reach, usedResources } = engineOf(graph);
    for (const [profile, paths] of graph.paths) {
      const accessibleTo = (path: ProfilePath, kind: 'all' | 'sure' | 'admin') => new Set(graph.access.get(path.pclass_id)?.[kind]);
      const withClassOf = (test: (path: ProfilePath, number: number) => boolean) =>
        graph.resources.filter(({ class: number }) => paths.some((path) => test(path, number)));
      const { any, sure } = AccessOfProfiles.over(reach).of(profile);
      expect(reach.count(any.read)).toBe(withClassOf((path, number) => accessibleTo(path, 'all').has(number)).length);
      expect(reach.count(sure.read)).toBe(withClassOf((path, number) => !path.conditional && accessibleTo(path, 'sure').has(number)).length);
      expect(reach.count(any.admin)).toBe(withClassOf((path, number) => accessibleTo(path, 'admin').has(number)).length);
      expect(reach.count(reach.direct(profile))).toBe(
        withClassOf((path, number) => path.depth === 0 && accessibleTo(path, 'all').has(number)).length,
      );

      for (const kind of [undefined, 'READ', 'WRITE', 'ADMIN'] as const) {
        const usedBy = (names: readonly string[]) =>
          graph.resources.filter(({ id, class: number, service }) =>
            paths.some((path) => {
              const sets = graph.access.get(path.pclass_id);
              const accessible = kind === undefined ? sets?.all : sets?.[kind === 'READ' ? 'read' : kind === 'WRITE' ? 'write' : 'admin'];
              if (!accessible?.includes(number)) return false;
              const uses = graph.uses.filter(
                (use) =>
                  (path.assumed === null
                    ? names.includes(use.name) && use.starter === null
                    : use.name === path.assumed && names.includes(use.starter ?? '')) &&
                  (kind === undefined || use.kind === null || use.kind === kind),
              );
              return uses.some(({ of }) => (typeof of === 'string' ? of === service : of.entity_id === id));
            }),
          );
        const used = usedResources(kind);
        for (const identity of ['me', 'twin', 'group', 'stranger']) {
          const names = graph.names.get(identity) ?? [];
          const usedOnes = usedBy(names);
          const union = used.union(
            paths.map(({ assumed, pclass_id: pclass }) => (assumed === null ? used.by(identity, pclass) : used.by(assumed, pclass, identity))),
          );
          expect(used.count(union)).toBe(usedOnes.length);
          expect(used.countByPlace(union).get('1 U') ?? 0).toBe(usedOnes.filter(({ type }) => type === 'U').length);
          const counts = graph.uses.filter(({ kind: one }) => !kind || !one || one === kind);
          expect(used.actors.has(identity)).toBe(counts.some(({ name, starter }) => names.includes(name) && starter === null));
          const started = counts.flatMap(({ name, starter }) => (starter !== null && names.includes(starter) ? [name] : []));
          const roles = [...graph.names].flatMap(([uri, own]) => (uri !== identity && own.some((name) => started.includes(name)) ? [uri] : []));
          expect([...used.sessionsOf(identity)].sort()).toEqual(roles.sort());
        }
      }
    }
  });

  it('include the holders of each resource class, and those that only reach it by assumption', () => {
    const graph = randomGraph(3);
    const { reach } = engineOf(graph);
    const found = holdersOf(reach, [
      { profile_id: 'a', type: 'USER', n: 3 },
      { profile_id: 'b', type: 'USER', n: 2 },
      { profile_id: 'c', type: 'ROLE', n: 1 },
    ]);
    let step = found.next();
    while (!step.done) step = found.next();
    const users = step.value.filter(({ type }) => type === 'USER');
    expect(users.length).toBeGreaterThan(0);
    for (const { class_id: id, n, becoming } of users) {
      const number = Number(id.slice(1));
      const reaching = (profile: string, test: (path: ProfilePath) => boolean) =>
        (graph.paths.get(profile) ?? []).some((path) => test(path) && graph.access.get(path.pclass_id)?.all.includes(number));
      const all = (reaching('a', () => true) ? 3 : 0) + (reaching('b', () => true) ? 2 : 0);
      const direct = (reaching('a', ({ depth }) => depth === 0) ? 3 : 0) + (reaching('b', ({ depth }) => depth === 0) ? 2 : 0);
      expect([n, becoming]).toEqual([all, all - direct]);
    }
  });
});
