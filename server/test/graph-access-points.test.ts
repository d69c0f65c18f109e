import { sql } from 'kysely';
import type { SourceFacts } from '../src/graph/engine/source-facts';
import { AwsBundleReader } from '../src/graph/providers/aws/read/read-account';
import { normaliseAws } from '../src/graph/providers/aws/normalise/normalise';
import { holdsAt } from '../src/graph/store/validity';
import { ACCOUNT, allow, dump, policyDocument, user } from './support/aws-account';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

/** The account of the access point. */
const PARTNER = '444455556666';
const POINT = `arn:aws:s3:eu-west-1:${PARTNER}:accesspoint/report`;

const snapshots = StoredSnapshots.ofEachTest();

function factsOf(accountId: string, files: Record<string, unknown>): SourceFacts {
  const reader = new AwsBundleReader();
  for (const [name, value] of Object.entries(files)) {
    reader.add({ name, content: Buffer.from(JSON.stringify(value).replaceAll(`:iam::${ACCOUNT}:`, `:iam::${accountId}:`)), problem: null });
  }
  return normaliseAws(TENANT, accountId, reader.result().bundle);
}

/** An account with a bucket, which delegates to the access points of the partner. */
const owner = factsOf(ACCOUNT, {
  'iam.json': dump({ users: [] }),
  's3/list-buckets.json': { Buckets: [{ Name: 'shared' }] },
  's3/get-bucket-policy/shared.json': {
    Policy: JSON.stringify(
      policyDocument(
        allow('s3:GetObject', 'arn:aws:s3:::shared/*', { Principal: '*', Condition: { StringEquals: { 's3:DataAccessPointAccount': PARTNER } } }),
      ),
    ),
  },
  's3control/list-access-points.json': { AccessPointList: [] },
});

/** The partner: Ann may read through one access point, if it exists. */
const partner = (...points: string[]): SourceFacts =>
  factsOf(PARTNER, {
    'iam.json': dump({ users: [user('ann', { inline: { own: policyDocument(allow('s3:GetObject', `${POINT}/object/*`)) } })] }),
    's3control/list-access-points.json': {
      AccessPointList: points.map((Name) => ({
        Name,
        Bucket: 'shared',
        NetworkOrigin: 'Internet',
        AccessPointArn: POINT.replace('report', Name),
        BucketAccountId: ACCOUNT,
      })),
    },
  });

/** Returns who may read the bucket of the owner, with "?" after conditional access. */
async function readers(): Promise<string[]> {
  const { rows } = await snapshots.db.tenant(TENANT, (tx) =>
    sql<{ name: string; mode: number }>`
      select i.name, max(a.read_mode) mode from graph_entity i, graph_profile_class p, graph_access a, graph_entity k
      where ${holdsAt('i', TENANT, null)} and ${holdsAt('p', TENANT, null)} and ${holdsAt('a', TENANT, null)} and ${holdsAt('k', TENANT, null)}
        and p.profile_id = i.profile_id and a.pclass_id = p.pclass_id and k.class_id = a.class_id
        and k.name = 'shared' and k.account_id = ${ACCOUNT} group by i.name order by i.name`.execute(tx),
  );
  return rows.map(({ name, mode }) => (Number(mode) === 2 ? name : `${name}?`));
}

describe('an access point of another account', () => {
  it('gives access to the bucket while the snapshot of its account shows it, whichever account was imported first', async () => {
    await snapshots.takeFacts(owner, '2026-01-01');
    expect(await readers()).toEqual([`${PARTNER}?`]);
    await snapshots.takeFacts(partner('report'), '2026-01-02');
    expect(await readers()).toEqual(['ann']);
    snapshots.restart();
    await snapshots.takeFacts(partner('other'), '2026-01-03');
    expect(await readers()).toEqual([]);
    await snapshots.takeFacts(partner('other', 'report'), '2026-01-04');
    await snapshots.takeFacts(owner, '2026-01-05');
    expect(await readers()).toEqual(['ann']);
  });
});
