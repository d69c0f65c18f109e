import { type Claim, complete, type Fact, type Json, type Proof, type ProofSource, type Step } from '@cam/checker';
import type { PolicyFact } from '../../engine/source-facts';
import { createHash } from 'node:crypto';
import type { CoveredFacts } from './covered-facts';
import { toProofSource } from './source-trees';

/** A native id of a source. */
export interface Place {
  tree: CoveredFacts;
  nativeId: string;
}

/** Collects the facts, documents and steps of a proof. Equal facts and steps are there once. */
export class ProofDraft {
  readonly #facts = new Map<string, { id: string; fact: Fact }>();
  readonly #documents = new Map<string, string>();
  readonly #sources = new Map<string, ProofSource>();
  readonly #steps = new Map<string, Omit<Step, 'says'>>();

  /** Adds a source of which no fact may be needed. */
  addSource(source: ProofSource): void {
    this.#sources.set(source.source, source);
  }

  /**
   * Adds the fact about a native id, with the documents of the policies of these kinds.
   * @returns the id of the fact
   */
  fact({ tree, nativeId }: Place, kinds: readonly PolicyFact['kind'][]): string {
    const leaf = tree.leafOf(nativeId);
    if (!leaf) throw new Error(`the source ${tree.source.sourceUid} has no fact about ${nativeId}`);
    for (const { document } of tree.policiesOf(nativeId).filter(({ kind }) => kinds.includes(kind)))
      this.#documents.set(createHash('sha256').update(document).digest('hex'), document);
    const key = `${tree.source.sourceUid} ${nativeId}`;
    const known = this.#facts.get(key);
    if (known) return known.id;
    this.addSource(toProofSource(tree.manifest));
    const id = `f${this.#facts.size + 1}`;
    this.#facts.set(key, { id, fact: { source: tree.source.sourceUid, ...leaf } });
    return id;
  }

  /** @returns the id of the step */
  step(rule: string, from: readonly string[], parameters?: Json): string {
    const key = JSON.stringify([rule, from, parameters]);
    const known = this.#steps.get(key);
    if (known) return known.id;
    const id = `s${this.#steps.size + 1}`;
    this.#steps.set(key, { id, rule, from: [...from], ...(parameters === undefined ? {} : { with: parameters }) });
    return id;
  }

  /** Returns the proof of a claim, with what follows from each step. */
  proof(claim: Claim): Proof {
    return complete({
      format: 'cam-proof/1',
      claim,
      sources: [...this.#sources.values()].sort((a, b) => a.position - b.position),
      documents: Object.fromEntries(this.#documents),
      facts: Object.fromEntries([...this.#facts.values()].map(({ id, fact }) => [id, fact])),
      steps: [...this.#steps.values()],
    });
  }
}
