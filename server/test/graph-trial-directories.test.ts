import type { Tx } from '../src/platform/db/database';
import { dice, type Dice } from './support/differential';
import {
  BANK,
  CLOUD,
  ENTRA_GROUPS,
  ENTRA_MEMBERS,
  ENTRA_USERS,
  entraFacts,
  LAB,
  namingFacts,
  OKTA_GROUPS,
  OKTA_MEMBERS,
  OKTA_USERS,
  oktaFacts,
  OUTSIDE,
  SHOP,
  type Members,
} from './support/directory-company';
import { DIRECTORY } from './support/entra-directory';
import { ORG } from './support/okta-org';
import { graphOf } from './support/graph-now';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';
import { markDue } from '../src/graph/store/due-sources';

/** Random changes of memberships to try. */
const EDITS = Number(process.env.CAM_WHAT_IF_EDITS ?? 24);

const snapshots = StoredSnapshots.ofEachTest();
/** The same imports, with an evaluation of every source at each. */
const whole = StoredSnapshots.ofEachTest();

const uidOf = (account: string): string => `aws-${account}`;
const NAMING = [SHOP, BANK, LAB, CLOUD, OUTSIDE];

async function connect(stored: StoredSnapshots): Promise<void> {
  await stored.takeTogether([entraFacts(ENTRA_MEMBERS), oktaFacts(OKTA_MEMBERS), ...namingFacts()], '2026-01-01');
  stored.evaluated.length = 0;
}

function without({ users, memberships }: Members, member: string, group: string): Members {
  return { users, memberships: memberships.filter((pair) => pair[0] !== member || pair[1] !== group) };
}

function together({ users, memberships }: Members, member: string, group: string): Members {
  return { users, memberships: [...memberships, [member, group]] };
}

/** Returns the accounts that a trial of a directory evaluates, besides the directory. */
async function tried(members: Members, mostDependents: number | null = null): Promise<string[]> {
  snapshots.evaluated.length = 0;
  await snapshots.tryFacts(entraFacts(members), async () => 'tried', mostDependents);
  return snapshots.evaluated.filter((account) => account !== DIRECTORY).sort();
}

/** Returns the identities whose profile reaches a class of an account. */
async function holdersIn(tx: Tx, account: string): Promise<string[]> {
  const rows = await tx.selectFrom('graph_holder').select('uri').where('source_uid', '=', uidOf(account)).where('valid_to', 'is', null).execute();
  return rows.flatMap(({ uri }) => /:USER:(.*)$/.exec(uri)?.[1] ?? []).sort();
}

function edited(members: Members, { one, chance }: Dice, users: readonly string[], groups: readonly string[]): Members {
  // Okta has no groups of groups.
  const isNesting = groups.length > 2 && chance(0.2);
  if (!isNesting && chance(0.15)) {
    const user = one(users);
    const isThere = members.users.includes(user);
    return {
      users: isThere ? members.users.filter((name) => name !== user) : [...members.users, user],
      memberships: [...members.memberships.filter(([member]) => member !== user), ...(isThere ? [] : [[user, one(groups)] as const])],
    };
  }
  const [member, group] = [one(isNesting ? groups : members.users), one(groups)];
  if (member === group) return edited(members, { one, chance } as Dice, users, groups);
  const isMember = members.memberships.some((pair) => pair[0] === member && pair[1] === group);
  return isMember ? without(members, member, group) : together(members, member, group);
}

describe('a change of members of a directory', () => {
  beforeEach(() => connect(snapshots));

  it('gives a trial, an import and an evaluation of every account the same graph', async () => {
    await connect(whole);
    const random = dice(20261128);
    const now = { entra: ENTRA_MEMBERS, okta: OKTA_MEMBERS };
    const evaluated = { few: 0, all: 0 };
    for (let n = 0; n < EDITS; n += 1) {
      const isEntra = n % 3 !== 2;
      if (isEntra) now.entra = edited(now.entra, random, ENTRA_USERS, ENTRA_GROUPS);
      else now.okta = edited(now.okta, random, OKTA_USERS, OKTA_GROUPS);
      const facts = isEntra ? entraFacts(now.entra) : oktaFacts(now.okta);
      const rows = await snapshots.tryFacts(facts, graphOf);
      await snapshots.takeFacts(facts, '2026-01-02');
      const imported = await snapshots.db.tenant(TENANT, graphOf);
      await whole.takeFacts(facts, '2026-01-02', { evaluateAnew: NAMING.map(uidOf) });
      const anew = await whole.db.tenant(TENANT, graphOf);
      try {
        expect(rows).toEqual(imported);
        expect(imported).toEqual(anew);
      } catch (error) {
        throw new Error(`edit ${n}, ${JSON.stringify(isEntra ? now.entra : now.okta)}: ${(error as Error).message}`);
      }
      evaluated.few += snapshots.evaluated.splice(0).length;
      evaluated.all += whole.evaluated.splice(0).length;
    }
    // A trial and an import of the same change count twice.
    expect(evaluated.few).toBeLessThan(2 * evaluated.all);
  }, 600_000);

  it('evaluates no account if the group is in no policy', async () => {
    expect(await tried(without(ENTRA_MEMBERS, 'finn', 'choir'), 0)).toEqual([]);
    expect(await tried(together(ENTRA_MEMBERS, 'ann', 'choir'), 0)).toEqual([]);
  });

  it('evaluates no account if the user belongs to the named group by another group', async () => {
    const members = together(ENTRA_MEMBERS, 'ann', 'staff');
    expect(await tried(members, 0)).toEqual([]);
  });

  it('evaluates no account that two groups name if policies treat the user as another one afterwards', async () => {
    const members = together(ENTRA_MEMBERS, 'finn', 'makers');
    expect(await tried(members, 0)).toEqual([]);
    const holders = await snapshots.tryFacts(entraFacts(members), async (tx) => [await holdersIn(tx, SHOP), await holdersIn(tx, BANK)]);
    await snapshots.takeFacts(entraFacts(members), '2026-01-02');
    expect(await snapshots.db.tenant(TENANT, async (tx) => [await holdersIn(tx, SHOP), await holdersIn(tx, BANK)])).toEqual(holders);
    expect(await tried(ENTRA_MEMBERS, 0)).toEqual([]);
  });

  it('evaluates no account if its last holder of a policy leaves, and ends the access', async () => {
    const alone = without(ENTRA_MEMBERS, 'emil', 'staff');
    const [before, after] = [
      await snapshots.db.tenant(TENANT, (tx) => holdersIn(tx, BANK)),
      await snapshots.tryFacts(entraFacts(alone), (tx) => holdersIn(tx, BANK)),
    ];
    expect(await tried(alone, 0)).toEqual([]);
    expect((before ?? []).length - (after ?? []).length).toBe(1);
  });

  it('evaluates an account in which nobody else holds the same', async () => {
    expect(await tried(together(ENTRA_MEMBERS, 'ann', 'admins'))).toEqual([BANK, SHOP].sort());
  });

  it('evaluates the accounts that are still to be evaluated', async () => {
    await snapshots.db.tenant(TENANT, (tx) => markDue(tx, TENANT, [uidOf(SHOP)]));
    snapshots.evaluated.length = 0;
    await snapshots.takeFacts(entraFacts(together(ENTRA_MEMBERS, 'finn', 'makers')), '2026-01-02');
    expect(snapshots.evaluated.filter((account) => account !== DIRECTORY)).toEqual([SHOP]);
  });

  it('evaluates no account of AWS if groups sign in as a whole', async () => {
    snapshots.evaluated.length = 0;
    await snapshots.tryFacts(oktaFacts(without(OKTA_MEMBERS, 'ada', 'ops')), async () => 'tried', 0);
    expect(snapshots.evaluated).toEqual([ORG]);
  });
});
