import { demoTenant } from '../demo/tenant';
import { isDirectory } from '../src/graph/answers/proofs/directory-prover';
import { ProofMaker } from '../src/graph/answers/proofs/proof-maker';
import { Catalogue } from '../src/graph/engine/catalogue/catalogue';
import type { SourceFacts } from '../src/graph/engine/source-facts';
import { PROVIDERS } from '../src/sources/providers';
import { dice } from './support/differential';
import { SMALL_CATALOGUE } from './support/random-aws-account';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

const DAY = '2026-03-31';
const DIRECTORIES = ['IDP_AZURE_AD', 'IDP_OKTA'];
const CLOUDS = ['AZURE', 'GCP', ...DIRECTORIES];
const catalogue = new Catalogue(SMALL_CATALOGUE);
const snapshots = StoredSnapshots.ofEachTest(catalogue);

/** Returns the facts of the company's clouds and directories apart from AWS. */
function companyFacts(): SourceFacts[] {
  const bundles = [...demoTenant({ size: 'S', seed: 1, end: DAY, days: 1 })].filter(({ day, cloudType }) => day === DAY && cloudType !== 'AWS');
  return bundles.map((bundle) => {
    const reader = PROVIDERS[bundle.cloudType]?.newReader();
    if (!reader) throw new Error(`Nothing reads bundles of ${bundle.cloudType}.`);
    for (const { path, parts } of bundle.files()) reader.add({ name: path, content: Buffer.from([...parts].join('')), problem: null });
    return reader.result().normalise(TENANT, bundle.accountId, new Date(DAY));
  });
}

/** Returns "proof", or the code of the refusal. @throws ProofFailed if engine and checker disagree */
async function outcomeOf(kind: 'reaches' | 'not-reaches', identityUri: string, resourceUri: string): Promise<string> {
  try {
    await snapshots.db.tenant(TENANT, async (tx) =>
      (await ProofMaker.open(tx, catalogue, TENANT)).make({ kind, identityUri, resourceUri, actions: null }),
    );
    return 'proof';
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined) throw error;
    return code;
  }
}

it('in a company with Azure, Google Cloud and two directories, engine and checker never disagree', async () => {
  const facts = companyFacts();
  await snapshots.takeTogether(facts, DAY);
  const entities = facts.flatMap((one) => one.entities);
  const identities = entities.filter(({ isIdentity, type }) => isIdentity && !type.includes('GROUP'));
  const resources = entities.filter(({ isResource, cloudType, type }) => isResource && cloudType !== 'AWS' && type !== 'ROLE');
  const random = dice(1);
  const outcomes = new Set<string>();
  for (let count = 0; count < 160; count += 1) {
    const resource = random.one(resources.filter(({ cloudType }) => cloudType === CLOUDS[count % CLOUDS.length]));
    // Identities of one directory do not reach the other one.
    const identity = random.one(identities.filter(({ cloudType }) => !isDirectory(resource.cloudType) || cloudType === resource.cloudType));
    const found: string[] = [];
    for (const kind of ['reaches', 'not-reaches'] as const) found.push(await outcomeOf(kind, identity.uri, resource.uri));
    expect(found).not.toEqual(['proof', 'proof']);
    for (const [index, outcome] of found.entries()) outcomes.add(`${resource.cloudType} ${index === 0 ? 'reaches' : 'not-reaches'} ${outcome}`);
  }
  expect([...outcomes]).toEqual(
    expect.arrayContaining([
      'AZURE reaches proof',
      'AZURE not-reaches proof',
      'GCP not-reaches proof',
      'GCP reaches CLAIM_FALSE',
      ...DIRECTORIES.flatMap((cloud) => [`${cloud} reaches proof`, `${cloud} not-reaches proof`]),
    ]),
  );
}, 600_000);
