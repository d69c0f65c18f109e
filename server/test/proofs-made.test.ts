import { canonical, type Json, type Proof, replay, RULES, verify } from '@cam/checker';
import type { SourceFacts } from '../src/graph/engine/source-facts';
import { Catalogue } from '../src/graph/engine/catalogue/catalogue';
import { dice } from './support/differential';
import { FALSIFIED } from './support/falsified-proofs';
import { importedFacts, TestSigner } from './support/proved-accounts';
import { PROOF_CASES, ProofTrials, type TriedRequest } from './support/proof-trials';
import { HOME, randomAccounts, SMALL_CATALOGUE } from './support/random-aws-account';
import { StoredSnapshots } from './support/stored-snapshots';

const snapshots = StoredSnapshots.ofEachTest(new Catalogue(SMALL_CATALOGUE));
const trials = new ProofTrials(snapshots);
const { signer } = trials;

/** Imports random accounts. @returns the pairs that the format has words for */
async function importRandom(seed: number): Promise<Pick<TriedRequest, 'identityUri' | 'resourceUri'>[]> {
  const facts = importedFacts(randomAccounts(dice(seed)));
  for (const one of facts) await snapshots.takeFacts(one, '2026-11-01');
  const [, abroad, home] = facts as [SourceFacts, SourceFacts, SourceFacts];
  const identities = [...home.entities, ...abroad.entities].filter(({ isIdentity, type }) => isIdentity && type !== 'GROUP');
  const resources = home.entities.filter(({ isResource, nativeId }) => isResource && nativeId !== HOME);
  return identities.flatMap(({ uri: identityUri }) => resources.map(({ uri: resourceUri }) => ({ identityUri, resourceUri })));
}

it(`engine and checker agree on ${PROOF_CASES} random pairs, in both directions, and every false claim is refused`, async () => {
  const outcomes = new Map<string, number>();
  const layers = new Set<string>();
  let pairs = 0;
  let divided = 0;
  for (let seed = 1; pairs < PROOF_CASES; seed += 1) {
    const random = dice(seed);
    for (const pair of await importRandom(seed)) {
      pairs += 1;
      const [reaches, out] = [await trials.outcomeOf({ kind: 'reaches', ...pair }), await trials.outcomeOf({ kind: 'not-reaches', ...pair })];
      // Statements may divide the objects of a bucket in a way that the format has no words for.
      if (reaches === 'CLAIM_FALSE' && out === 'PROOF_NOT_EXPRESSIBLE') {
        divided += 1;
        continue;
      }
      // One of both is true, and only that one has a proof.
      const [proof, refused] = typeof reaches === 'string' ? [out, reaches] : [reaches, out];
      if (typeof proof === 'string' || refused !== 'CLAIM_FALSE')
        throw new Error(`seed ${seed} ${canonical(pair)}: ${JSON.stringify([reaches, out]).slice(0, 2000)}`);
      for (const [layer] of canonical(proof.steps as unknown as Json).matchAll(/"layer":"[^"]+"/g)) layers.add(layer.slice(9, -1));
      const values = proof.claim.actions.map(({ value }) => value);
      const outcome = [...new Set(values)].sort().join(' ');
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      const [way, falsify] = random.one(Object.entries(FALSIFIED));
      const copy = JSON.parse(JSON.stringify(proof)) as Proof;
      if (falsify(copy, random) === null || canonical(copy as unknown as Json) === canonical(proof as unknown as Json)) continue;
      const { code } = await verify(signer.file(copy));
      if (code === 0) throw new Error(`seed ${seed} ${canonical(pair)}: the checker accepts ${way}`);
    }
  }
  expect([...outcomes.keys()].sort()).toEqual(['always', 'always conditional', 'conditional', 'never']);
  expect(divided).toBeLessThan(PROOF_CASES / 50);
  const expected = ['boundary', 'identity', 'rcp:1', 'resource:account', 'resource:itself', 'resource:role', 'scp:1', 'scp:2'];
  expect([...layers]).toEqual(expect.arrayContaining(expected));
}, 3_600_000);

describe('a proof', () => {
  /** One proof of each kind that together use every rule. */
  async function examples(): Promise<Proof[]> {
    const found = new Map<string, Proof>();
    for (let seed = 1; found.size < 3 && seed < 60; seed += 1) {
      for (const pair of await importRandom(seed)) {
        for (const kind of ['reaches', 'not-reaches'] as const) {
          const proof = await trials.outcomeOf({ kind, ...pair });
          if (typeof proof === 'string') continue;
          const name = proof.steps.some(({ rule }) => rule === 'becomes') ? 'by a role' : kind;
          const known = found.get(name);
          if (!known || proof.steps.length > known.steps.length) found.set(name, proof);
        }
      }
    }
    return [...found.values()];
  }

  it('that is changed in any of the known ways, or whose rule is missing, does not hold', async () => {
    const proofs = await examples();
    const used = new Set(proofs.flatMap(({ steps }) => steps.map(({ rule }) => rule)));
    expect([...used].sort()).toEqual(
      Object.keys(RULES)
        .filter((rule) => !/^(?:gcp|azure|directory)-/.test(rule))
        .sort(),
    );
    const tried = new Set<string>();
    for (const proof of proofs) {
      expect(await verify(signer.file(proof), [signer.publicKey])).toMatchObject({ code: 0, signature: 'valid', fault: null });
      for (const [way, falsify] of Object.entries(FALSIFIED)) {
        const copy = JSON.parse(JSON.stringify(proof)) as Proof;
        if (falsify(copy, dice(1)) === null || canonical(copy as unknown as Json) === canonical(proof as unknown as Json)) continue;
        tried.add(way);
        expect({ way, code: (await verify(signer.file(copy))).code }).not.toMatchObject({ code: 0 });
      }
      for (const rule of new Set(proof.steps.map((step) => step.rule))) {
        const { [rule]: _dropped, ...others } = RULES;
        expect((await verify(signer.file(proof), [], others)).code).toBe(2);
      }
    }
    expect([...tried].sort()).toEqual(Object.keys(FALSIFIED).sort());
  });

  it('does not hold after any single byte of its file changed', async () => {
    for (const proof of await examples()) {
      // One representative of a few kilobytes is enough for each kind.
      const file = signer.file(proof);
      const bytes = Buffer.from(file);
      const step = Math.max(1, Math.floor(bytes.length / 1500));
      for (let at = 0; at < bytes.length; at += step) {
        const copy = Buffer.from(bytes);
        copy[at] = (copy[at] as number) ^ 1;
        const { code } = await verify(copy.toString('utf8'), [signer.publicKey]);
        if (code === 0) throw new Error(`the byte ${at} may change`);
      }
      const payload = canonical(proof as unknown as Json);
      for (let at = 0; at < payload.length; at += Math.max(1, Math.floor(payload.length / 700))) {
        const changed = `${payload.slice(0, at)}${payload[at] === 'a' ? 'b' : 'a'}${payload.slice(at + 1)}`;
        expect(() => replay(JSON.parse(changed) as Json)).toThrow();
      }
    }
  });

  it('of another key, without signature, or with a key that nobody gave, is told apart from one that does not follow', async () => {
    const [proof] = await examples();
    const file = signer.file(proof as Proof);
    expect(await verify(file)).toMatchObject({ code: 0, signature: 'unchecked' });
    expect(await verify(file, [new TestSigner().publicKey])).toMatchObject({ code: 1, signature: 'invalid', fault: { place: 'signatures' } });
    expect(await verify(file, [{ ...new TestSigner().publicKey, keyid: signer.keyid }])).toMatchObject({ code: 1, signature: 'invalid' });
    expect(await verify(`${file}\n`)).toMatchObject({ code: 1, fault: { place: 'file' } });
    expect(await verify(file.slice(0, -1))).toMatchObject({ code: 1 });
    expect(await verify(signer.file({ ...(proof as Proof), format: 'cam-proof/2' } as unknown as Json))).toMatchObject({
      code: 2,
      fault: { place: 'format' },
    });
  });
});
