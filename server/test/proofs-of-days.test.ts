import { verify } from '@cam/checker';
import { sql } from 'kysely';
import { allow, ACCOUNT, arn, managedPolicy, policyDocument, user, role, trust } from './support/aws-account';
import { ProofTrials } from './support/proof-trials';
import { StoredSnapshots, TENANT, type Account } from './support/stored-snapshots';

const [FIRST, SECOND, THIRD] = ['2026-11-01', '2026-11-05', '2026-11-09'];
const OTHER = '444455556666';

const snapshots = StoredSnapshots.ofEachTest();
const trials = new ProofTrials(snapshots);

const uri = (type: string, name: string): string => `${TENANT}:AWS:${ACCOUNT}:-:${type}:${name}`;
const PAIR = { identityUri: uri('USER', 'ann'), resourceUri: uri('ROLE', 'payroll') };

/** An account whose user may delete a role, or may not. */
function account(mayDelete: boolean): Account {
  const statement = mayDelete ? allow('iam:DeleteRole', arn('role', 'payroll')) : allow('iam:ListUsers');
  return {
    users: [user('ann', { managed: ['Own'] })],
    roles: [role('payroll', trust({ Service: 'ec2.amazonaws.com' }))],
    policies: [managedPolicy('Own', policyDocument(statement))],
  };
}

const refusalOf = (kind: 'reaches' | 'not-reaches', day?: string): Promise<unknown> =>
  trials.make({ kind, ...PAIR }, day).then(
    () => 'proof',
    (error: { code?: string; userMessage?: string }) => error.code ?? error,
  );

beforeEach(async () => {
  await snapshots.take(account(true), FIRST);
  await snapshots.take(account(false), SECOND);
});

it('each day has the proof of its own state, by the facts and the manifest of that day', async () => {
  const before = await trials.make({ kind: 'reaches', ...PAIR }, '2026-11-03');
  expect(before.claim).toMatchObject({ made_at: '2026-11-03T23:59:59.999Z', actions: [{ action: 'iam:DeleteRole', value: 'always' }] });
  expect(before.sources.map(({ taken_at: at }) => at)).toEqual(['2026-11-01T12:00:00.000Z']);
  const after = await trials.make({ kind: 'not-reaches', ...PAIR, actions: ['iam:DeleteRole'] }, '2026-11-06');
  expect(after.sources.map(({ taken_at: at }) => at)).toEqual(['2026-11-05T12:00:00.000Z']);
  for (const proof of [before, after]) expect(await verify(trials.signer.file(proof))).toMatchObject({ code: 0 });
  expect([await refusalOf('not-reaches', FIRST), await refusalOf('reaches', SECOND), await refusalOf('reaches')]).toEqual([
    'CLAIM_FALSE',
    'CLAIM_FALSE',
    'CLAIM_FALSE',
  ]);
});

it('accounts that were connected later are not part of a former day', async () => {
  await snapshots.take({ users: [user('guest')], roles: [role('guard', trust({ AWS: arn('user', 'guest') }))] }, THIRD, OTHER);
  const then = await trials.make({ kind: 'not-reaches', ...PAIR }, '2026-11-06');
  expect(then.sources.map(({ account: id }) => id)).toEqual([ACCOUNT]);
  const now = await trials.make({ kind: 'not-reaches', ...PAIR });
  expect(now.sources.map(({ account: id }) => id).sort()).toEqual([ACCOUNT, OTHER]);
});

it('a day of which nothing, no manifest or other facts are known is refused', async () => {
  expect(await refusalOf('reaches', '2026-10-31')).toBe('BEFORE_FIRST_SNAPSHOT');
  expect(await refusalOf('reaches', '2999-01-01')).toBe('DAY_IN_FUTURE');
  await snapshots.db.tenant(TENANT, (tx) => sql`delete from graph_policy where kind = 'trust'`.execute(tx));
  expect(await refusalOf('not-reaches', SECOND)).toBe('MANIFEST_MISSING');
});
