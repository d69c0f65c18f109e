import { canonical, type Json, type Proof, verify } from '@cam/checker';
import { momentOfDay, ProofMaker } from '../../src/graph/answers/proofs/proof-maker';
import type { ProofRequest } from '../../src/graph/answers/proofs/request';
import { isGroupType, type Entity } from '../../src/graph/engine/model';
import type { SourceFacts } from '../../src/graph/engine/source-facts';
import { dice, type Dice } from './differential';
import { FALSIFIED } from './falsified-proofs';
import { TestSigner } from './proved-accounts';
import { TENANT, type StoredSnapshots } from './stored-snapshots';

/** Pairs of identity and resource to try. `CAM_PROOF_CASES=10000` tries as many as a release should. */
export const PROOF_CASES = Number(process.env.CAM_PROOF_CASES ?? 300);

/** Pairs of one random source. */
const PAIRS = 30;

/** Files that a second checker judges; to start it for all would take most of the time. */
const MOST_FILES = 200;

export type TriedRequest = Omit<ProofRequest, 'actions'> & Partial<ProofRequest>;

/** Makes proofs of what a test imported. */
export class ProofTrials {
  readonly signer = new TestSigner();

  constructor(private readonly snapshots: StoredSnapshots) {}

  /** @param day former day whose facts prove the claim; absent: now */
  make(request: TriedRequest, day?: string): Promise<Proof> {
    const { db, catalogue } = this.snapshots;
    return db.tenant(TENANT, async (tx) => {
      const moment = day === undefined ? undefined : await momentOfDay(tx, TENANT, day);
      return (await ProofMaker.open(tx, catalogue, TENANT, moment)).make({ actions: null, ...request });
    });
  }

  /** Returns the proof, or the code of the refusal. */
  async outcomeOf(request: TriedRequest): Promise<Proof | string> {
    try {
      return await this.make(request);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === undefined) throw error;
      return code;
    }
  }

  /**
   * Tries random pairs in both directions, and falsifies each proof once. Exactly one claim of a pair may have a proof, and the checker refuses each
   * falsified one.
   * @param source makes a random source
   * @param isResource selects the resources to ask about
   * @throws Error naming seed and pair
   */
  async agree(source: (random: Dice, seed: number) => readonly SourceFacts[], isResource: (entity: Entity) => boolean): Promise<Agreement> {
    const found: Agreement = { outcomes: new Set(), rules: new Set(), refused: 0, files: new Map() };
    let pairs = 0;
    for (let seed = 1; pairs < PROOF_CASES; seed += 1) {
      const random = dice(seed);
      const facts = source(random, seed);
      for (const one of facts) await this.snapshots.takeFacts(one, '2026-11-01');
      const all = pairsOf(facts, isResource);
      for (const pair of Array.from({ length: PAIRS }, () => random.one(all))) {
        pairs += 1;
        const named = `seed ${seed} ${canonical(pair)}`;
        const proof = await this.#provedOf(pair, named);
        if (proof === null) found.refused += 1;
        else await this.#note(found, proof, { random, named, file: String(pairs) });
      }
    }
    return found;
  }

  /** Returns the proof of the true claim; null if it is refused. */
  async #provedOf(pair: Pick<TriedRequest, 'identityUri' | 'resourceUri'>, named: string): Promise<Proof | null> {
    const reaches = await this.outcomeOf({ kind: 'reaches', ...pair });
    const out = await this.outcomeOf({ kind: 'not-reaches', ...pair });
    if (typeof reaches !== 'string' && typeof out !== 'string') throw new Error(`${named}: both claims have a proof`);
    if (reaches === 'CLAIM_FALSE' && out === 'CLAIM_FALSE') throw new Error(`${named}: neither claim is true`);
    const proof = typeof reaches === 'string' ? out : reaches;
    return typeof proof === 'string' ? null : proof;
  }

  async #note(found: Agreement, proof: Proof, { random, named, file }: { random: Dice; named: string; file: string }): Promise<void> {
    for (const { rule } of proof.steps) found.rules.add(rule);
    found.outcomes.add([...new Set(proof.claim.actions.map(({ value }) => value))].sort().join(' '));
    if (found.files.size < MOST_FILES) found.files.set(`${file}.json`, { text: this.signer.file(proof), code: 0 });
    const [way, falsify] = random.one(Object.entries(FALSIFIED));
    const copy = JSON.parse(JSON.stringify(proof)) as Proof;
    if (falsify(copy, random) === null || canonical(copy as unknown as Json) === canonical(proof as unknown as Json)) return;
    const text = this.signer.file(copy);
    const { code } = await verify(text);
    if (code === 0) throw new Error(`${named}: the checker accepts ${way}`);
    if (found.files.size < MOST_FILES) found.files.set(`${file}-${way.replaceAll(' ', '-')}.json`, { text, code });
  }
}

/** The result of `ProofTrials.agree`. */
export interface Agreement {
  /** The values of the claimed actions, joined. */
  outcomes: Set<string>;
  /** The rules that proofs used. */
  rules: Set<string>;
  /** Pairs without a proof of either claim. */
  refused: number;
  /** Valid and falsified files by name, with the exit code of the checker. */
  files: Map<string, { text: string; code: number }>;
}

function pairsOf(facts: readonly SourceFacts[], isResource: (entity: Entity) => boolean): Pick<TriedRequest, 'identityUri' | 'resourceUri'>[] {
  const entities = facts.flatMap((one) => one.entities);
  const identities = entities.filter(({ isIdentity, type }) => isIdentity && !isGroupType(type));
  const resources = entities.filter((entity) => entity.isResource && isResource(entity));
  return identities.flatMap((identity) =>
    resources.filter(({ uri }) => uri !== identity.uri).map(({ uri: resourceUri }) => ({ identityUri: identity.uri, resourceUri })),
  );
}
