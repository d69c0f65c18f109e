import type { SourceFacts } from '../src/graph/engine/source-facts';
import { TrialTooLarge } from '../src/graph/store/trial-snapshot';
import { accountFacts } from './support/account-facts';
import { ACCOUNT, allow, group, policyDocument, role, trust, user } from './support/aws-account';
import { StoredSnapshots, type Account } from './support/stored-snapshots';

/** Shares a bucket with everyone, and lets the principals of the other account assume a role. */
const SHARING = '444455556666';
/** Has a bucket of its own. */
const APART = '777788889999';

const snapshots = StoredSnapshots.ofEachTest();

function reads(bucket: string): object {
  return policyDocument(allow('s3:GetObject', `arn:aws:s3:::${bucket}/*`));
}

/** The account whose principals change: one user, one role and one group with a member. */
function guests(policies: { ann?: object; build?: object; readers?: object; member?: boolean; tag?: string }): SourceFacts {
  const { ann, build, readers, member = true, tag = 'red' } = policies;
  return accountFacts(
    {
      users: [
        { ...user('ann', { inline: ann ? { ann } : {} }), Tags: [{ Key: 'team', Value: tag }] },
        user('zoe', { groups: member ? ['readers'] : [] }),
      ],
      roles: [{ ...role('build', trust({ Service: 'codebuild.amazonaws.com' })), ...(build ? { RolePolicyList: [inline('build', build)] } : {}) }],
      groups: [{ ...group('readers', []), ...(readers ? { GroupPolicyList: [inline('readers', readers)] } : {}) }],
    } as Account,
    ACCOUNT,
  );
}

function inline(name: string, document: object): object {
  return { PolicyName: name, PolicyDocument: encodeURIComponent(JSON.stringify(document)) };
}

async function connect(): Promise<void> {
  const shared = policyDocument({ ...allow('s3:GetObject', 'arn:aws:s3:::shared/*'), Principal: '*' });
  await snapshots.takeFacts(accountFacts({ users: [user('sam')] }, SHARING, { shared }), '2026-01-01');
  await snapshots.takeFacts(accountFacts({ users: [user('kim')] }, APART, { own: policyDocument(allow('s3:GetObject')) }), '2026-01-01');
  await snapshots.takeFacts(guests({ ann: reads('shared'), readers: reads('elsewhere') }), '2026-01-01');
}

describe('a change in one account', () => {
  beforeEach(connect);

  it.each([
    ['the policy of a role about something that nobody shares', { ann: reads('shared'), readers: reads('elsewhere'), build: reads('own') }],
    ['the policy of a group about something that nobody shares', { ann: reads('shared'), readers: reads('somewhere') }],
    ['a member of a group with such a policy', { ann: reads('shared'), readers: reads('elsewhere'), member: false }],
  ])('concerns no other account if it is %s', async (_change, policies) => {
    expect(await snapshots.dependents(guests(policies))).toEqual([]);
  });

  it.each([
    ['may use a shared bucket no longer', { readers: reads('elsewhere') }],
    ['may use it too', { ann: reads('shared'), readers: reads('elsewhere'), build: reads('*') }],
    ['may use it by a group', { ann: reads('shared'), readers: reads('shared') }],
    ['uses it with another tag', { ann: reads('shared'), readers: reads('elsewhere'), tag: 'blue' }],
  ])('concerns the account that shares something if a principal %s', async (_change, policies) => {
    expect(await snapshots.dependents(guests(policies))).toEqual([SHARING]);
  });

  it('is not tried where it concerns more accounts than the caller wants to wait for', async () => {
    const [concerned, alone] = [guests({ readers: reads('elsewhere') }), guests({ ann: reads('shared'), readers: reads('somewhere') })];
    await expect(snapshots.tryFacts(concerned, async () => 'tried', 0)).rejects.toThrow(TrialTooLarge);
    expect(await snapshots.tryFacts(concerned, async () => 'tried', 1)).toBe('tried');
    expect(await snapshots.tryFacts(alone, async () => 'tried', 0)).toBe('tried');
  });

  it('concerns the same accounts after a restart', async () => {
    snapshots.restart();
    expect(await snapshots.dependents(guests({ ann: reads('shared'), readers: reads('somewhere') }))).toEqual([]);
    expect(await snapshots.dependents(guests({ readers: reads('elsewhere') }))).toEqual([SHARING]);
  });

  it('is known to concern no other account also after the next change', async () => {
    await snapshots.takeFacts(guests({ ann: reads('shared'), readers: reads('somewhere') }), '2026-01-02');
    expect(await snapshots.dependents(guests({ ann: reads('shared'), readers: reads('elsewhere') }))).toEqual([]);
    await snapshots.takeFacts(
      accountFacts({ users: [user('sam')] }, SHARING, {
        other: policyDocument({ ...allow('s3:GetObject', 'arn:aws:s3:::other/*'), Principal: '*' }),
      }),
      '2026-01-03',
    );
    expect(await snapshots.dependents(guests({ ann: reads('other'), readers: reads('somewhere') }))).toEqual([SHARING]);
    expect(await snapshots.dependents(guests({ ann: reads('nothing'), readers: reads('somewhere') }))).toEqual([]);
  });
});
