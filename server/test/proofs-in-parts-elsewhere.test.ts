import type { Proof } from '@cam/checker';
import { sql, type RawBuilder } from 'kysely';
import { Catalogue } from '../src/graph/engine/catalogue/catalogue';
import type { Entity } from '../src/graph/engine/model';
import type { SourceFacts } from '../src/graph/engine/source-facts';
import { dice, type Dice } from './support/differential';
import { Known, madeIn, pairsOf, textOf, type Pair } from './support/parts-of-sources';
import { SMALL_CATALOGUE } from './support/random-aws-account';
import { azureFacts, randomAzure } from './support/random-azure';
import { randomEntra, randomOkta } from './support/random-directory';
import { googleFacts, randomGoogle } from './support/random-google';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

const DAY = '2026-11-01';
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** Pairs of one random source. */
const PAIRS = 24;

const catalogue = new Catalogue(SMALL_CATALOGUE);
const snapshots = StoredSnapshots.ofEachTest(catalogue);

interface Cloud {
  facts: (random: Dice, seed: number) => readonly SourceFacts[];
  isResource: (entity: Entity) => boolean;
  /** Actions that requests name, beside one that applies to nothing. */
  asked: readonly string[];
}

const CLOUDS: Readonly<Record<string, Cloud>> = {
  Azure: {
    facts: (random, seed) => azureFacts(randomAzure(random, seed % 4 !== 0)),
    isResource: ({ type }) => type !== 'ROLE',
    asked: ['Microsoft.Storage/storageAccounts/READ', 'microsoft.sql/servers/databases/read', 'Microsoft.Authorization/roleAssignments/write'],
  },
  'Azure with a management group of unknown place': {
    facts: (random) => azureFacts(randomAzure(random, false)).map(withoutPlace),
    isResource: ({ type }) => type !== 'ROLE',
    asked: ['Microsoft.Compute/virtualMachines/read'],
  },
  'Google Cloud': {
    facts: (random, seed) => googleFacts(randomGoogle(random, seed % 4 !== 0)),
    isResource: ({ attributes }) => !/Folder|Organization|Role/.test(String(attributes.assettype)),
    asked: ['storage.buckets.get', 'iam.serviceAccounts.getAccessToken', 'secretmanager.versions.access'],
  },
  'Entra ID': { facts: (random) => [randomEntra(random)], isResource: () => true, asked: ['microsoft.directory/users/password/update'] },
  Okta: { facts: (random) => [randomOkta(random)], isResource: () => true, asked: ['okta.users.manage', 'okta.groups.members.manage'] },
};

/** Leaves out the children of a management group that has no parent. */
function withoutPlace(facts: SourceFacts): SourceFacts {
  return { ...facts, relations: facts.relations.filter(({ parent }) => !parent.nativeId.endsWith('/managementgroups/elsewhere')) };
}

const made = (pair: Pair, { known = new Known(), actions = null as readonly string[] | null } = {}): Promise<Proof | string> =>
  snapshots.db.tenant(TENANT, (tx) => madeIn(tx, catalogue, { ...pair, actions }, known));
const run = (statement: RawBuilder<unknown>) => snapshots.db.tenant(TENANT, (tx) => statement.execute(tx));

/** Imports random sources. @returns some pairs of them */
async function imported({ facts: random, isResource }: Cloud, seed: number): Promise<Pair[]> {
  const facts = random(dice(seed), seed);
  await snapshots.anew();
  await snapshots.takeTogether(facts, DAY);
  const all = pairsOf(facts, isResource);
  const { one } = dice(seed);
  return Array.from({ length: PAIRS }, () => one(all));
}

/** Imports random sources with a pair that has a proof which reads no source whole. */
async function importedWithProof(cloud: Cloud): Promise<{ pair: Pair; proof: Proof }> {
  for (const seed of SEEDS) {
    for (const pair of await imported(cloud, seed)) {
      const known = new Known();
      const proof = await made(pair, { known });
      // Several facts of policies, so that something can change.
      if (typeof proof !== 'string' && known.read.length === 0 && Object.values(proof.facts).filter(holds).length > 1) return { pair, proof };
    }
  }
  throw new Error('no random source has access to prove');
}

type ProvedFact = Proof['facts'][string];
type Body = { entities: { uri: string }[]; held: { kind: string; id: string }[] };
const bodyOf = ({ body }: ProvedFact): Body => body as unknown as Body;
const holds = (fact: ProvedFact): boolean => bodyOf(fact).held.length > 0;

describe.each(Object.entries(CLOUDS))('%s', (name, cloud) => {
  it('a proof that reads only the facts it discloses has the same bytes as one that reads all of them', async () => {
    let proofs = 0;
    for (const seed of SEEDS) {
      const pairs = await imported(cloud, seed);
      const wanted = pairs.flatMap((pair) => [null, ...cloud.asked.map((action) => [action])].map((actions) => ({ pair, actions })));
      const parts: string[] = [];
      for (const { pair, actions } of wanted) {
        const known = new Known();
        const outcome = await made(pair, { known, actions });
        parts.push(textOf(outcome));
        // Only all facts tell that an action is unknown, and what everybody reaches in Google Cloud.
        if (actions === null && name !== 'Google Cloud') expect(known.read).toEqual([]);
        if (typeof outcome !== 'string' && known.read.length === 0) proofs += 1;
      }
      await run(sql`delete from graph_leaf_digest`);
      const known = new Known();
      const whole: string[] = [];
      for (const { pair, actions } of wanted) whole.push(textOf(await made(pair, { known, actions })));
      expect(parts).toEqual(whole);
      expect(known.read).not.toEqual([]);
    }
    expect(proofs).toBeGreaterThan(20);
  }, 600_000);

  it('no proof discloses a fact that changed since the manifest', async () => {
    const { pair, proof } = await importedWithProof(cloud);
    let changes = 0;
    const refusedWith = async (table: 'graph_entity' | 'graph_policy', where: RawBuilder<unknown>): Promise<void> => {
      await run(sql`update ${sql.table(table)} set name = name || '!' where ${where} and valid_to is null`);
      expect([table, where, await made(pair)]).toEqual([table, where, 'MANIFEST_MISSING']);
      await run(sql`update ${sql.table(table)} set name = left(name, -1) where ${where} and valid_to is null`);
      changes += 1;
    };
    for (const fact of Object.values(proof.facts)) {
      for (const { id, kind } of bodyOf(fact).held)
        await refusedWith('graph_policy', sql`source_uid = ${fact.source} and policy_id = ${id} and kind = ${kind}`);
    }
    await refusedWith('graph_entity', sql`uri = ${pair.identityUri}`);
    await refusedWith('graph_entity', sql`uri = ${pair.resourceUri}`);
    expect(changes).toBeGreaterThan(3);
    expect(textOf(await made(pair))).toBe(textOf(proof));
  });

  it('digests that are damaged are not believed', async () => {
    const { pair, proof } = await importedWithProof(cloud);
    await run(sql`update graph_leaf_digest set digests = set_byte(digests, 5, 255 - get_byte(digests, 5))`);
    const known = new Known();
    expect(textOf(await made(pair, { known }))).toBe(textOf(proof));
    expect(known.read).not.toEqual([]);
  });
});
