import type { Entity } from '../engine/model';
import type { SourceFacts } from '../engine/source-facts';
import { DirectoryChange } from './move-holders';

const GROUPS = ['red', 'blue', 'all'];
const USERS = ['ann', 'bob', 'cid', 'dan'];

function entity(name: string, more: Partial<Entity> = {}): Entity {
  const type = GROUPS.includes(name) ? 'GROUP' : 'USER';
  return {
    uri: `acme:IDP_AZURE_AD:d:-:${type}:${name}`,
    nativeId: name,
    name,
    type,
    accountId: 'd',
    cloudType: 'IDP_AZURE_AD',
    region: '-',
    isIdentity: true,
    isResource: true,
    attributes: { email: `${name}@example.com` },
    ...more,
  };
}

/** @param memberships such as `ann red` */
function directory(memberships: readonly string[], entities: readonly Entity[] = [...USERS, ...GROUPS].map((name) => entity(name))): SourceFacts {
  return {
    cloudType: 'IDP_AZURE_AD',
    accountId: 'd',
    entities: [...entities],
    relations: memberships.map((pair) => {
      const [child = '', parent = ''] = pair.split(' ');
      return { child: { nativeId: child }, parent: { nativeId: parent }, kind: 'member_of' as const, detail: {} };
    }),
    policies: [],
    usage: [],
    events: [],
    usageSince: null,
    warnings: [],
  };
}

const NOBODY = { identities: [], memberships: [] };

/** Returns who moves, as pairs of a principal and the one that it becomes like. */
function moves(
  before: SourceFacts,
  after: SourceFacts,
  needs: readonly string[],
  others = NOBODY,
  cloudType: SourceFacts['cloudType'] = 'AZURE',
): string[] | null {
  const found = new DirectoryChange(others, [{ before, after }]).movesIn({ cloudType, needs: new Set(needs) });
  return found && found.map(({ nativeId, like }) => `${nativeId} ${like?.nativeId ?? '-'}`).sort();
}

describe('DirectoryChange', () => {
  it('moves nobody where policies name no group that somebody joins or leaves', () => {
    expect(moves(directory(['ann red', 'bob blue']), directory(['bob blue']), ['blue'])).toEqual([]);
    expect(moves(directory(['ann red', 'red all', 'ann all']), directory(['ann all', 'red all']), ['all'])).toEqual([]);
  });

  it('moves a user to one in the same of the named groups', () => {
    const before = ['ann red', 'bob blue', 'cid red', 'cid blue'];
    expect(moves(directory(before), directory([...before, 'bob red']), ['red', 'blue'])).toEqual(['bob cid']);
    expect(moves(directory(before), directory(before.slice(1)), ['red', 'blue'])).toEqual(['ann -']);
    expect(moves(directory(before), directory([...before, 'bob red']), ['red'])).toEqual(['bob ann']);
  });

  it('moves all members of a group that joins or leaves another one', () => {
    const before = ['ann red', 'bob red', 'cid all', 'blue all'];
    expect(moves(directory(before), directory([...before, 'red all']), ['all'])).toEqual(['ann cid', 'bob cid', 'red blue']);
    expect(moves(directory([...before, 'red all']), directory(before), ['all'])).toEqual(['ann -', 'bob -', 'red -']);
  });

  it('moves new and deleted users', () => {
    const people = ['ann', 'bob', ...GROUPS].map((name) => entity(name));
    const [both, one] = [
      directory(['ann red', 'bob red'], people),
      directory(
        ['ann red'],
        people.filter(({ name }) => name !== 'bob'),
      ),
    ];
    expect(moves(one, both, ['red'])).toEqual(['bob ann']);
    expect(moves(both, one, ['red'])).toEqual(['bob -']);
  });

  it('leaves to an evaluation who is like nobody else, or named itself', () => {
    const before = ['ann red', 'bob blue'];
    expect(moves(directory(before), directory([...before, 'bob red']), ['red', 'blue'])).toBeNull();
    expect(moves(directory(before), directory([...before, 'bob red']), ['red', 'bob@example.com'])).toBeNull();
    // Who belongs to the group by the change itself was not treated so before.
    expect(moves(directory([]), directory(['ann red', 'bob red']), ['red'])).toBeNull();
  });

  it('tells apart who has other sign-in policies, which only Azure reads, addresses or types', () => {
    const gated = { email: 'cid@example.com', azuresignin: { management: { blockedBy: [], conditions: ['a second factor'] } } };
    const people = [entity('ann'), entity('bob', { attributes: {} }), entity('cid', { attributes: gated }), ...GROUPS.map((name) => entity(name))];
    const members = ['bob red', 'cid red', 'blue red'];
    expect(moves(directory(members, people), directory([...members, 'ann red'], people), ['red'])).toBeNull();
    expect(moves(directory(members, people), directory([...members, 'ann red'], people), ['red'], NOBODY, 'GCP')).toEqual(['ann cid']);
  });

  it('knows users by the domains of their addresses', () => {
    const before = ['ann red', 'bob red'];
    expect(moves(directory(before), directory(['bob red']), ['red', 'example.com'])).toEqual(['ann cid']);
  });

  it('leaves to an evaluation what concerns principals of other sources', () => {
    const robot = entity('robot', { uri: 'acme:AZURE:s:-:SERVICE_ACCOUNT:robot', type: 'SERVICE_ACCOUNT', cloudType: 'AZURE' });
    const others = { identities: [robot], memberships: directory(['robot red']).relations };
    expect(moves(directory(['red all', 'ann all']), directory(['ann all']), ['all'], others as never)).toBeNull();
  });

  it('does not depend on the order in which the database has sign-in policies', () => {
    const gates = (names: readonly string[]) => ({
      azuresignin: Object.fromEntries(names.map((name) => [name, { blockedBy: [], conditions: ['a second factor'] }])),
    });
    const people = (names: readonly string[]) => [entity('ann', { attributes: gates(names) }), entity('red')];
    expect(moves(directory(['ann red'], people(['vaults', 'other'])), directory(['ann red'], people(['other', 'vaults'])), ['red'])).toEqual([]);
  });
});
