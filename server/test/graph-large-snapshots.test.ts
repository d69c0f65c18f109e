import { accountFacts } from './support/account-facts';
import { ACCOUNT, user } from './support/aws-account';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

/** More rows than a snapshot keeps in memory until it is published. */
const BUCKETS = 10_500;

const snapshots = StoredSnapshots.ofEachTest();

/** Returns an account whose buckets all have a tag. */
function account(tag: string) {
  const facts = accountFacts({ users: [user('ann')] }, ACCOUNT, { b: { Statement: [] } });
  const bucket = facts.entities.find(({ type }) => type === 'OBJECT_STORE');
  if (!bucket) throw new Error('the account has no bucket');
  const buckets = Array.from({ length: BUCKETS }, (_one, index) => ({
    ...bucket,
    ...{ uri: `${bucket.uri}${index}`, nativeId: `${bucket.nativeId}${index}`, name: `${bucket.name}${index}` },
    attributes: { ...bucket.attributes, 'tag.team': tag },
  }));
  return { ...facts, entities: [...facts.entities.filter((entity) => entity !== bucket), ...buckets] };
}

const tags = () =>
  snapshots.db.tenant(TENANT, async (tx) => {
    const rows = await tx.selectFrom('graph_entity').select('attributes').where('type', '=', 'OBJECT_STORE').where('valid_to', 'is', null).execute();
    return new Map(rows.map(({ attributes }) => [String(attributes['tag.team']), rows.length]));
  });

it('a snapshot that changes more rows than it keeps in memory shows each of them, with its new values', async () => {
  await snapshots.takeFacts(account('red'), '2026-01-01');
  expect(await tags()).toEqual(new Map([['red', BUCKETS]]));
  expect(await snapshots.takeFacts(account('blue'), '2026-01-02')).toMatchObject({ written: BUCKETS, ended: BUCKETS });
  expect(await tags()).toEqual(new Map([['blue', BUCKETS]]));
  snapshots.restart();
  expect(await snapshots.takeFacts(account('blue'), '2026-01-03')).toMatchObject({ written: 0, ended: 0 });
}, 120_000);
