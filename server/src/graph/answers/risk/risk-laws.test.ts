import { casesToTry, dice, type Dice } from '../../../../test/support/differential';
import { madePaths } from '../../../../test/support/made-paths';
import { Bitset } from '../../engine/bitset';
import type { Tier } from '../../store/risk-rows';
import { ProfileReach } from '../counts/profile-reach';
import type { IdentityRow } from './read-graph';
import { scoreGraph, type GraphToScore } from './score-graph';
import { scoreOfIdentity, scoreOfResource, WAYS } from './score';
import { DEFAULT_WEIGHTS } from './weights';

interface Access {
  /** Index of the principal, and of the resource class. */
  of: number;
  to: number;
  /** 0: none, 1: conditional, 2: sure. */
  read: 0 | 1 | 2;
  write: 0 | 1 | 2;
  admin: 0 | 1 | 2;
  logged: boolean;
}

/** A small made-up tenant, in terms that a user would use. */
interface World {
  identities: Pick<
    IdentityRow,
    'type' | 'mfa' | 'password' | 'key_age' | 'last_used' | 'external' | 'employee_type' | 'public' | 'addressed' | 'account_id'
  >[];
  /** The number of resources of each class. */
  classes: { size: number }[];
  access: Access[];
  /** Who can become whom. */
  assumes: { by: number; whom: number; conditional: boolean }[];
  uses: { by: number; of: number }[];
  /** By class and by identity. */
  tiers: Tier[];
  identityTiers: Tier[];
}

const TYPES = ['USER', 'ROLE', 'SERVICE_ACCOUNT', 'INSTANCE', 'PUBLIC_NODE', 'EXT_ACCOUNT', 'FEDERATED_USER'];

function randomWorld({ chance, one, times }: Dice): World {
  const identities = times(3, 7, () => ({
    ...{
      type: one(TYPES),
      mfa: one(['true', 'false', null]),
      password: one(['true', 'false', null]),
      key_age: one(['10', '400', null]),
      last_used: one(['2019-05-01', '2020-05-01', null]),
      account_id: one(['1', '2']),
    },
    ...{ external: chance(0.2), employee_type: one(['Contractor', 'Employee', null]), public: chance(0.2), addressed: chance(0.3) },
  }));
  const classes = times(4, 9, () => ({ size: one([1, 1, 2, 12]) }));
  const number = (below: number): number => one(Array.from({ length: below }, (_, index) => index));
  const mode = (): 0 | 1 | 2 => one([0, 1, 2]);
  const access = times(3, 16, (): Access => {
    return { of: number(identities.length), to: number(classes.length), read: one([1, 2]), write: mode(), admin: mode(), logged: chance(0.6) };
  });
  return {
    ...{ identities, classes, access },
    assumes: times(0, 5, () => ({ by: number(identities.length), whom: number(identities.length), conditional: chance(0.3) })),
    uses: times(0, 6, () => ({ by: number(identities.length), of: number(classes.length) })),
    tiers: classes.map(() => one<Tier>([0, 1, 2, 3])),
    identityTiers: identities.map(() => one<Tier>([0, 3])),
  };
}

const uriOf = (index: number): string => `i${index}`;
const resourceOf = (number: number): string => `r${number}`;

/** Returns the graph of a world. A shuffled one numbers classes and lists rows in another order. */
function graphOf(world: World, shuffle: <T>(list: T[]) => T[] = (list) => list): GraphToScore {
  const order = shuffle(world.classes.map((_, number) => number));
  const place = new Map(order.map((number, at) => [number, at]));
  const set = (keep: (access: Access) => boolean, of: number): Bitset =>
    Bitset.of(
      world.classes.length,
      world.access.filter((access) => access.of === of && keep(access)).map(({ to }) => place.get(to) ?? 0),
    );
  const principals = world.identities.map((_, index) => index);
  const reach = new ProfileReach(
    order.map((number) => ({ id: `c${number}`, size: world.classes[number]?.size ?? 0, types: ['OBJECT_STORE'] })),
    new Map(
      principals.map((of) => [
        `p${of}`,
        {
          all: set(() => true, of),
          sure: set(({ read, write, admin }) => Math.max(read, write, admin) === 2, of),
          read: set(({ read }) => read > 0, of),
          write: set(({ write }) => write > 0, of),
          admin: set(({ admin }) => admin > 0, of),
          sureWrite: set(({ write, admin }) => Math.max(write, admin) === 2, of),
          sureAdmin: set(({ admin }) => admin === 2, of),
          logged: set(({ logged }) => logged, of),
        },
      ]),
    ),
    madePaths(
      new Map(
        principals.map((by) => [
          `f${by}`,
          shuffle([
            { pclass_id: `p${by}`, pclass_number: by, conditional: false, depth: 0, assumed: null },
            ...world.assumes
              .filter((one) => one.by === by && one.whom !== by)
              .map(({ whom, conditional }) => ({ pclass_id: `p${whom}`, pclass_number: whom, conditional, depth: 1, assumed: uriOf(whom) })),
          ]),
        ]),
      ),
    ),
  );
  const tiers = new Map<string, Tier>([
    ...world.tiers.map((tier, number) => [resourceOf(number), tier] as const),
    ...world.identityTiers.map((tier, index) => [uriOf(index), tier] as const),
  ]);
  return {
    reach,
    uses: {
      uses: shuffle(
        world.uses.map(({ by, of }) => ({
          name: uriOf(by),
          starter: null,
          kind: null,
          of: { entity_id: resourceOf(of), class_id: `c${of}`, service: null, type: 'OBJECT_STORE', account_id: '1' },
        })),
      ),
      names: new Map(world.identities.map((_facts, index) => [uriOf(index), [uriOf(index)]])),
      serving: [],
    },
    identities: world.identities.map((facts, index) => ({
      ...{
        entity_id: uriOf(index),
        uri: uriOf(index),
        name: uriOf(index),
        is_identity: true,
        profile_id: `f${index}`,
        class_id: null,
        created: null,
      },
      ...facts,
    })),
    members: new Map(),
    tiers,
    tiered: [...world.tiers.keys()]
      .filter((number) => (world.tiers[number] ?? 3) < 3)
      .sort((a, b) => (world.tiers[a] ?? 3) - (world.tiers[b] ?? 3) || (resourceOf(a) < resourceOf(b) ? -1 : 1))
      .map((number) => ({
        ...{ class_id: `c${number}`, uri: resourceOf(number), name: resourceOf(number), type: 'OBJECT_STORE', tier: world.tiers[number] ?? 3 },
      })),
    knownAccounts: new Set(['1']),
    youngSince: '2020-01-01',
  };
}

function scored(graph: GraphToScore) {
  const steps = scoreGraph(graph, DEFAULT_WEIGHTS);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Returns the score of everything, by URI. */
function scoresOf(world: World): Map<string, number> {
  const { identities, scoreResources } = scored(graphOf(world));
  return new Map([
    ...identities.map(({ row, score }) => [row.uri, score] as const),
    ...world.classes.map((_, number) => [resourceOf(number), scoreResources(`c${number}`, world.tiers[number] ?? 3).score] as const),
  ]);
}

const CASES = Array.from({ length: casesToTry(120, 5000) }, (_, seed) => seed);

/** Tries a change in many worlds, and returns the scores that moved the wrong way. */
function violations(change: (world: World, random: Dice) => World | null, direction: 1 | -1): string[] {
  return CASES.flatMap((seed) => {
    const random = dice(seed);
    const world = randomWorld(random);
    const changed = change(world, random);
    if (changed === null) return [];
    const before = scoresOf(world);
    return [...scoresOf(changed)].flatMap(([uri, score]) => {
      const was = before.get(uri) ?? 0;
      return (score - was) * direction < 0 ? [`world ${seed}: ${uri} went from ${was} to ${score}`] : [];
    });
  });
}

describe('a risk score', () => {
  it('never falls when access is added that nobody uses', () => {
    const add = (world: World, { one, chance }: Dice): World | null => {
      const unused = [...world.classes.keys()].filter((number) => world.uses.every(({ of }) => of !== number));
      if (unused.length === 0) return null;
      const added = { of: one([...world.identities.keys()]), to: one(unused), read: one([1, 2] as const), write: one([0, 1, 2] as const) };
      return { ...world, access: [...world.access, { ...added, admin: one([0, 1, 2] as const), logged: chance(0.5) }] };
    };
    expect(violations(add, 1)).toEqual([]);
  });

  it('never falls when an entity moves to a more important tier', () => {
    const raise = (world: World, { one }: Dice): World => {
      const raised = one([...world.classes.keys()]);
      return { ...world, tiers: world.tiers.map((tier, number) => (number === raised ? (Math.max(0, tier - 1) as Tier) : tier)) };
    };
    expect(violations(raise, 1)).toEqual([]);
  });

  it('never falls when an identity loses its second factor', () => {
    const remove = (world: World, { one }: Dice): World => {
      const who = one([...world.identities.keys()]);
      return { ...world, identities: world.identities.map((facts, index) => (index === who ? { ...facts, mfa: 'false' } : facts)) };
    };
    expect(violations(remove, 1)).toEqual([]);
  });

  it.each<[string, Partial<World['identities'][number]>, Partial<World['identities'][number]>]>([
    ['a program gets a password', { password: 'false' }, { password: 'true' }],
    ['an access key grows old', { key_age: '10' }, { key_age: '400' }],
    ['a machine gets a public address', { addressed: false }, { addressed: true }],
    ['a firewall opens to the internet', { addressed: true, public: false }, { public: true }],
    ['an employee becomes a contractor', { employee_type: 'Employee' }, { employee_type: 'Contractor' }],
    ['a user becomes idle', { last_used: '2020-05-01' }, { last_used: '2019-05-01' }],
  ])('never falls when %s', (_what, from, to) => {
    // Both worlds differ only in this fact, whatever the first one was.
    const turn = (world: World, { one }: Dice): [World, World] => {
      const who = one([...world.identities.keys()]);
      const like = (fact: Partial<World['identities'][number]>): World => ({
        ...world,
        identities: world.identities.map((facts, index) => (index === who ? { ...facts, ...fact } : facts)),
      });
      return [like(from), like({ ...from, ...to })];
    };
    const wrong = CASES.flatMap((seed) => {
      const random = dice(seed);
      const [before, after] = turn(randomWorld(random), random);
      const scores = scoresOf(before);
      return [...scoresOf(after)].filter(([uri, score]) => score < (scores.get(uri) ?? 0)).map(([uri]) => `world ${seed}: ${uri}`);
    });
    expect(wrong).toEqual([]);
  });

  it('never rises when an identity uses something', () => {
    const use = (world: World, { one }: Dice): World => {
      const { of: by, to: of } = one(world.access);
      return { ...world, uses: [...world.uses, { by, of }] };
    };
    expect(violations(use, -1)).toEqual([]);
  });

  it('is 0 for what nobody reaches, and for who reaches nothing', () => {
    for (const seed of CASES) {
      const world = { ...randomWorld(dice(seed)), access: [] };
      expect([...new Set(scoresOf(world).values())]).toEqual([0]);
    }
  });

  it('depends on the graph alone, not on the order of its rows', () => {
    for (const seed of CASES) {
      const random = dice(seed);
      const world = randomWorld(random);
      const shuffle = <T>(list: T[]): T[] =>
        list
          .map((value) => ({ value, at: random.next() }))
          .sort((a, b) => a.at - b.at)
          .map(({ value }) => value);
      const [one, other] = [scored(graphOf(world)), scored(graphOf(world, shuffle))];
      expect(other.identities).toEqual(one.identities);
      expect(other.outside).toEqual(one.outside);
      for (const number of world.classes.keys()) {
        const tier = world.tiers[number] ?? 3;
        expect(other.scoreResources(`c${number}`, tier)).toEqual(one.scoreResources(`c${number}`, tier));
      }
    }
  });

  it('is what its factors multiply to', () => {
    for (const seed of CASES) {
      const world = randomWorld(dice(seed));
      const { identities, scoreResources } = scored(graphOf(world));
      for (const { score, factors } of identities) {
        const { worst, breadth, exposure, disuse } = factors;
        expect(score).toBe(Math.round(100 * Math.min(1, worst + breadth) * exposure * (0.5 + 0.5 * disuse)));
        expect(score).toBe(scoreOfIdentity(factors, DEFAULT_WEIGHTS));
      }
      for (const number of world.classes.keys()) {
        const { score, factors } = scoreResources(`c${number}`, world.tiers[number] ?? 3);
        const ways = { public: 0, external: 0, people: 0, programs: 0 };
        for (const way of WAYS) ways[way] = factors.ways[way]?.value ?? 0;
        expect(score).toBe(scoreOfResource(factors.tier, ways));
      }
    }
  });
});
