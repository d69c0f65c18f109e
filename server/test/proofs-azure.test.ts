import { canonical, type Json, type Proof, RULES, verify } from '@cam/checker';
import { ProofMaker } from '../src/graph/answers/proofs/proof-maker';
import type { ProofRequest } from '../src/graph/answers/proofs/request';
import type { SourceFacts } from '../src/graph/engine/source-facts';
import { Catalogue } from '../src/graph/engine/catalogue/catalogue';
import { dice } from './support/differential';
import { FALSIFIED } from './support/falsified-proofs';
import { TestSigner } from './support/proved-accounts';
import { hasPython, judgedByPython } from './support/python-checker';
import { azureFacts, randomAzure } from './support/random-azure';
import { SMALL_CATALOGUE } from './support/random-aws-account';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

/** Pairs of identity and resource to try. `CAM_PROOF_CASES=10000` tries as many as a release should. */
const CASES = Number(process.env.CAM_PROOF_CASES ?? 300);

const catalogue = new Catalogue(SMALL_CATALOGUE);
const snapshots = StoredSnapshots.ofEachTest(catalogue);
const maker = new ProofMaker(catalogue);
const signer = new TestSigner();

type Request = Omit<ProofRequest, 'actions'> & Partial<ProofRequest>;

const make = (request: Request): Promise<Proof> => snapshots.db.tenant(TENANT, (tx) => maker.make(tx, TENANT, { actions: null, ...request }));

/** Returns the proof, or the code of the refusal. */
async function outcomeOf(request: Request): Promise<Proof | string> {
  try {
    return await make(request);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined) throw error;
    return code;
  }
}

async function take(facts: readonly SourceFacts[]): Promise<void> {
  for (const one of facts) await snapshots.takeFacts(one, '2026-11-01');
}

/** Returns pairs of an identity and a resource of a subscription. */
function pairsOf(facts: readonly SourceFacts[]): Pick<Request, 'identityUri' | 'resourceUri'>[] {
  const entities = facts.flatMap((one) => one.entities);
  const identities = entities.filter(({ isIdentity, type }) => isIdentity && type !== 'GROUP');
  const resources = entities.filter(({ isResource, type }) => isResource && type !== 'ROLE');
  return identities.flatMap((identity) =>
    resources.filter(({ uri }) => uri !== identity.uri).map(({ uri: resourceUri }) => ({ identityUri: identity.uri, resourceUri })),
  );
}

it(`engine and checker agree on ${CASES} random pairs of Azure, in both directions, and every false claim is refused`, async () => {
  const outcomes = new Map<string, number>();
  const refusals = new Map<string, number>();
  const files = new Map<string, { text: string; code: number }>();
  const rules = new Set<string>();
  let pairs = 0;
  for (let seed = 1; pairs < CASES; seed += 1) {
    const random = dice(seed);
    const facts = azureFacts(randomAzure(random, seed % 4 !== 0));
    await take(facts);
    const all = pairsOf(facts);
    for (const pair of Array.from({ length: 30 }, () => random.one(all))) {
      pairs += 1;
      const [reaches, out] = [await outcomeOf({ kind: 'reaches', ...pair }), await outcomeOf({ kind: 'not-reaches', ...pair })];
      if (typeof reaches !== 'string' && typeof out !== 'string') throw new Error(`seed ${seed} ${canonical(pair)}: both claims have a proof`);
      if (reaches === 'CLAIM_FALSE' && out === 'CLAIM_FALSE') throw new Error(`seed ${seed} ${canonical(pair)}: neither claim is true`);
      const proof = typeof reaches === 'string' ? out : reaches;
      if (typeof proof === 'string') {
        const codes = [reaches, out].join(' ');
        refusals.set(codes, (refusals.get(codes) ?? 0) + 1);
        continue;
      }
      for (const { rule } of proof.steps) rules.add(rule);
      const outcome = [...new Set(proof.claim.actions.map(({ value }) => value))].sort().join(' ');
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (files.size < 200) files.set(`${pairs}.json`, { text: signer.file(proof), code: 0 });
      const [way, falsify] = random.one(Object.entries(FALSIFIED));
      const copy = JSON.parse(JSON.stringify(proof)) as Proof;
      if (falsify(copy, random) === null || canonical(copy as unknown as Json) === canonical(proof as unknown as Json)) continue;
      const text = signer.file(copy);
      const { code } = await verify(text);
      if (code === 0) throw new Error(`seed ${seed} ${canonical(pair)}: the checker accepts ${way}`);
      if (files.size < 200) files.set(`${pairs}-${way.replaceAll(' ', '-')}.json`, { text, code });
    }
  }
  expect([...outcomes.keys()].sort()).toEqual(['always', 'always conditional', 'conditional', 'never']);
  const ownRules = Object.keys(RULES).filter((rule) => rule.startsWith('azure-'));
  expect([...rules].sort()).toEqual([...ownRules, 'reaches'].sort());
  // Vaults with access policies, parts of other resources, conditions, and roles without a definition.
  expect([...refusals.values()].reduce((sum, count) => sum + count, 0)).toBeLessThan(CASES / 3);
  if (hasPython) expect(judgedByPython(files, [signer.publicKey])).toBe(`${files.size} of ${files.size} examples agree\n`);
}, 3_600_000);
