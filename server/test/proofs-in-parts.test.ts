import { type Proof, verify } from '@cam/checker';
import { sql, type RawBuilder } from 'kysely';
import type { ProofRequest } from '../src/graph/answers/proofs/request';
import { Catalogue } from '../src/graph/engine/catalogue/catalogue';
import type { SourceFacts } from '../src/graph/engine/source-facts';
import { checkSource } from '../src/graph/store/check-facts';
import { deleteSourceRows } from '../src/graph/store/due-sources';
import { readSources } from '../src/graph/store/read-sources';
import { dice } from './support/differential';
import { Known, madeIn, pairsOf, textOf as text, type Pair } from './support/parts-of-sources';
import { importedFacts, SPECIAL_ACCOUNTS, TestSigner } from './support/proved-accounts';
import { HOME, randomAccounts, SMALL_CATALOGUE } from './support/random-aws-account';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

const catalogue = new Catalogue(SMALL_CATALOGUE);
const snapshots = StoredSnapshots.ofEachTest(catalogue);
const signer = new TestSigner();
const DAYS = ['2026-11-01', '2026-11-02', '2026-11-03'] as const;
const UID = `aws-${HOME}`;

const made = (pair: Pair, known = new Known(), kind: ProofRequest['kind'] = 'reaches'): Promise<Proof | string> =>
  snapshots.db.tenant(TENANT, (tx) => madeIn(tx, catalogue, { ...pair, kind }, known));

const run = (statement: RawBuilder<unknown>) => snapshots.db.tenant(TENANT, (tx) => statement.execute(tx));
const forgetDigests = () => run(sql`delete from graph_leaf_digest`);
const rootsOf = (proof: Proof): string[] => proof.sources.map(({ facts_root: root }) => root);

function proofOf(outcome: Proof | string): Proof {
  if (typeof outcome === 'string') throw new Error(`there is no proof: ${outcome}`);
  return outcome;
}

const isResource = ({ type }: SourceFacts['entities'][number]): boolean => type !== 'ACCOUNT_DATA';

/** Imports three random accounts. @returns them with a pair of the last account that has a proof of access by an identity policy */
async function imported(): Promise<{ facts: [SourceFacts, SourceFacts, SourceFacts]; pair: Pair }> {
  for (let seed = 1; seed < 40; seed += 1) {
    const facts = importedFacts(randomAccounts(dice(seed))) as [SourceFacts, SourceFacts, SourceFacts];
    await snapshots.anew();
    for (const one of facts) await snapshots.takeFacts(one, DAYS[0]);
    for (const pair of pairsOf([facts[2]], isResource)) {
      const outcome = await made(pair);
      if (typeof outcome !== 'string' && outcome.sources.length > 1) return { facts, pair };
    }
  }
  throw new Error('no random account has access to prove');
}

/** Returns facts in which an identity holds a policy more, which changes nothing else. */
function withPolicy(facts: SourceFacts, uri: string, actions: string): SourceFacts {
  const holder = facts.entities.find((entity) => entity.uri === uri);
  if (!holder) throw new Error(`the facts lack ${uri}`);
  const document = JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Deny', Action: actions, Resource: '*' }] });
  const policy = {
    policyId: `${holder.nativeId}/more`,
    name: 'more',
    uri,
    kind: 'identity' as const,
    holder: { nativeId: holder.nativeId, uri },
    document,
  };
  return { ...facts, policies: [...facts.policies, policy] };
}

it('a proof that reads only the facts it discloses has the same bytes as one that reads all of them', async () => {
  let proofs = 0;
  const rules = new Set<string>();
  for (const [index, change] of Object.values(SPECIAL_ACCOUNTS).entries()) {
    for (const seed of [1, 11, 21, 31, 41].map((first) => first + index)) {
      const facts = change(importedFacts(randomAccounts(dice(seed))));
      await snapshots.anew();
      for (const one of facts) await snapshots.takeFacts(one, DAYS[0]);
      const pairs = pairsOf(facts, isResource).filter((_pair, place) => place % 3 === 0);
      const parts: string[] = [];
      const known = new Known();
      for (const pair of pairs) {
        const outcome = await made(pair, known);
        parts.push(text(outcome));
        if (typeof outcome === 'string') continue;
        proofs += 1;
        for (const { rule } of outcome.steps) rules.add(rule);
      }
      expect(known.read).toEqual([]);
      await forgetDigests();
      const whole: string[] = [];
      for (const pair of pairs) whole.push(text(await made(pair, known)));
      expect(parts).toEqual(whole);
      expect(known.read).not.toEqual([]);
    }
  }
  expect(proofs).toBeGreaterThan(50);
  expect([...rules].sort()).toEqual(['becomes', 'decides', 'organization', 'principal', 'reaches', 'resource']);
}, 600_000);

it('after an import with other facts, both kinds of proof are about these, and keep what they know of other sources', async () => {
  const { facts, pair } = await imported();
  const known = new Known();
  const first = proofOf(await made(pair, known));
  expect(await verify(signer.file(first))).toMatchObject({ code: 0 });
  const [value] = first.claim.actions;
  expect(await made(pair, known, 'not-reaches')).toBe('CLAIM_FALSE');

  await snapshots.takeFacts(withPolicy(facts[2], pair.identityUri, 'cam:Nothing'), DAYS[1]);
  const second = proofOf(await made(pair, known));
  expect(second.claim).toEqual(first.claim);
  expect(rootsOf(second)).not.toEqual(rootsOf(first));
  expect(text(second)).toContain(`${facts[2].entities.find(({ uri }) => uri === pair.identityUri)?.nativeId}/more`);
  expect(await verify(signer.file(second))).toMatchObject({ code: 0 });

  await snapshots.takeFacts(withPolicy(facts[2], pair.identityUri, '*'), DAYS[2]);
  expect([value?.action, await made(pair, known)]).toEqual([value?.action, 'CLAIM_FALSE']);
  const out = proofOf(await made(pair, known, 'not-reaches'));
  expect(await verify(signer.file(out))).toMatchObject({ code: 0 });
  const read = known.read.length;
  expect(read).toBeGreaterThan(0);

  // The facts of other accounts are the same, although the snapshot is another one.
  await snapshots.takeFacts(withPolicy(facts[2], pair.identityUri, 's3:*'), '2026-11-04');
  await made(pair, known, 'not-reaches');
  await snapshots.takeFacts(withPolicy(facts[2], pair.identityUri, '*'), '2026-11-05');
  const again = proofOf(await made(pair, known, 'not-reaches'));
  expect(rootsOf(again)).toEqual(rootsOf(out));
  expect(again.sources.map(({ manifest }) => manifest)).not.toEqual(out.sources.map(({ manifest }) => manifest));
  expect(new Set(known.read.slice(read))).toEqual(new Set([UID]));
  expect(text(again)).toBe(text(proofOf(await made(pair, new Known(), 'not-reaches'))));
});

it('facts of an organization that changed decide after their import, with the tree of the other account as it is', async () => {
  const { facts, pair } = await imported();
  const known = new Known();
  const first = proofOf(await made(pair, known));
  const [management] = facts;
  const document = JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Deny', Action: '*', Resource: '*' }] });
  const scps = management.policies.filter(({ kind }) => kind === 'scp');
  expect(scps.length).toBeGreaterThan(0);
  await snapshots.takeFacts(
    { ...management, policies: management.policies.map((policy) => (policy.kind === 'scp' ? { ...policy, document } : policy)) },
    DAYS[1],
  );
  const second = await made(pair, known);
  expect(text(second)).not.toBe(text(first));
  await forgetDigests();
  expect(text(second)).toBe(text(await made(pair)));
});

it('rows that are not those of the manifest prove nothing, whether they changed, came or went', async () => {
  const { facts, pair } = await imported();
  expect(typeof (await made(pair))).toBe('object');
  const { nativeId } = facts[2].entities.find(({ uri }) => uri === pair.identityUri) as SourceFacts['entities'][number];
  const renamed = (name: string) =>
    run(
      sql`update graph_entity set attributes = attributes || jsonb_build_object('userid', ${name}::text) where uri = ${pair.identityUri} and valid_to is null`,
    );
  const { rows } = await snapshots.db.tenant(TENANT, (tx) =>
    sql<{ userid: string }>`select attributes ->> 'userid' userid from graph_entity where uri = ${pair.identityUri} and valid_to is null`.execute(tx),
  );
  await renamed('AIDAOTHER');
  expect(await made(pair)).toBe('MANIFEST_MISSING');
  if (rows[0]?.userid) {
    await renamed(rows[0].userid);
    expect(typeof (await made(pair))).toBe('object');
  }
  await run(sql`update graph_policy set valid_to = valid_from where holder_id = ${nativeId} and kind = 'identity'`);
  expect(await made(pair)).not.toEqual(expect.any(Object));
});

it('digests that are damaged, or of other facts, are not believed', async () => {
  const { pair } = await imported();
  const right = text(await made(pair));
  await run(sql`update graph_leaf_digest set digests = set_byte(digests, 5, 255 - get_byte(digests, 5))`);
  const known = new Known();
  expect(text(await made(pair, known))).toBe(right);
  expect(known.read).not.toEqual([]);
  await run(sql`update graph_leaf_digest set facts_root = ${'0'.repeat(64)}`);
  expect(text(await made(pair))).toBe(right);
});

it('the facts of a trial have no manifest, so that nothing about them is proved', async () => {
  const { facts, pair } = await imported();
  const before = text(await made(pair));
  const known = new Known();
  const tried = await snapshots.tryFacts(withPolicy(facts[2], pair.identityUri, 'cam:Nothing'), (tx) => madeIn(tx, catalogue, pair, known));
  expect(tried).toBe('MANIFEST_MISSING');
  expect(text(await made(pair, known))).toBe(before);
});

it('a source that is removed takes its digests with it, and has others when it is imported again', async () => {
  const { facts, pair } = await imported();
  const known = new Known();
  const first = proofOf(await made(pair, known));
  await snapshots.db.tenant(TENANT, (tx) => deleteSourceRows(tx, TENANT, UID));
  const { rows } = await run(sql`select source_uid from graph_leaf_digest order by 1`);
  expect(rows).toHaveLength(2);
  expect(rows).not.toContainEqual({ source_uid: UID });
  expect(await made(pair, known)).toBe('NOT_FOUND');
  await snapshots.takeFacts(withPolicy(facts[2], pair.identityUri, 'cam:Nothing'), DAYS[1]);
  const again = proofOf(await made(pair, known));
  expect(rootsOf(again)).not.toEqual(rootsOf(first));
  expect(await verify(signer.file(again))).toMatchObject({ code: 0 });
});

it('the check of stored facts keeps the digests that a former release did not', async () => {
  const { pair } = await imported();
  const right = text(await made(pair));
  await forgetDigests();
  await snapshots.db.tenant(TENANT, async (tx) => {
    for (const source of await readSources(tx, TENANT)) await checkSource(tx, TENANT, source);
  });
  const known = new Known();
  expect([text(await made(pair, known)), known.read]).toEqual([right, []]);
});

it('no tenant reads the digests of another', async () => {
  await imported();
  const { rows } = await snapshots.db.tenant('other', (tx) => sql`select from graph_leaf_digest`.execute(tx));
  expect(rows).toEqual([]);
});
