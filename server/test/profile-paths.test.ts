import { sql } from 'kysely';
import { ProfilePaths } from '../src/graph/engine/profile-paths';
import type { ProfileHop } from '../src/graph/engine/grant';
import { hopsIdOf, PATHS_WITH_HOPS } from '../src/graph/store/hops';
import { readLinks } from '../src/graph/store/read-links';
import { allow, COMPANY, policyDocument, role, trust, user, ACCOUNT } from './support/aws-account';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

const snapshots = StoredSnapshots.ofEachTest();

/** Returns the paths of all profiles as text, as they are stored. */
async function storedPaths(): Promise<string[]> {
  const { rows } = await snapshots.db.tenant(TENANT, (tx) =>
    sql<{ path: string }>`
      select concat_ws(' ', profile_id, pclass_id, conditional::text, depth::text, coalesce(hops -> -1 ->> 'uri', 'itself')) path
      from ${PATHS_WITH_HOPS} p where tenant_id = ${TENANT} and valid_to is null`.execute(tx),
  );
  return rows.map(({ path }) => path).sort();
}

/** Returns the same from the links in memory. */
async function foundPaths(): Promise<string[]> {
  const links = await snapshots.db.tenant(TENANT, (tx) => readLinks(tx, TENANT));
  const identities = links.identityOfProfiles();
  const finding = ProfilePaths.of(links, identities);
  let step = finding.next();
  while (!step.done) step = finding.next();
  const paths = step.value;
  return [...identities.keys()]
    .flatMap((id) => (paths.get(id) ?? []).map((path) => `${id} ${path.pclass_id} ${path.conditional} ${path.depth} ${path.assumed ?? 'itself'}`))
    .sort();
}

it('finds the same paths in memory as the store has, also conditional ones and those over several roles', async () => {
  const assuming = (name: string, extra: object = {}): object => ({ ...role(name, trust({ AWS: `arn:aws:iam::${ACCOUNT}:root` }, extra)) });
  const assume = policyDocument(allow('sts:AssumeRole', '*'));
  const first = { ...assuming('first'), RolePolicyList: [{ PolicyName: 'p', PolicyDocument: encodeURIComponent(JSON.stringify(assume)) }] };
  const second = assuming('second', { Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } } });
  const users = [...(COMPANY.users ?? []), user('ann', { inline: { assume } }), user('bob', { inline: { assume } })];
  await snapshots.take({ ...COMPANY, users, roles: [...(COMPANY.roles ?? []), first, second] }, '2026-01-01');
  const stored = await storedPaths();
  expect(await foundPaths()).toEqual(stored);
  expect(stored.filter((path) => path.includes(' true '))).not.toEqual([]);
  expect(stored.filter((path) => !path.endsWith('itself')).length).toBeGreaterThan(3);
});

it('stores hops under the id that the database computes from their text', async () => {
  const hop = (name: string, conditions: string[]): ProfileHop => ({
    uri: `t:${name}`,
    name,
    type: 'GROUP',
    relation: 'member of',
    account_id: '1',
    conditions,
  });
  const lists = [[], [hop('plain', [])], [hop('"quoted\\ \u0001\t\n/é 💡\u2028', ['a "b"', 'c']), hop('<&>', [])]];
  for (const hops of lists) {
    const { rows } = await snapshots.db.tenant(TENANT, (tx) =>
      sql<{ id: string }>`
        select encode(substring(sha256(convert_to(${JSON.stringify(hops)}::jsonb::text, 'UTF8')) from 1 for 16), 'hex')::uuid::text id`.execute(tx),
    );
    expect(rows).toEqual([{ id: hopsIdOf(hops) }]);
  }
});
