import { digest } from './bytes';
import type { Json } from './canonical';
import { Invalid, NotCheckable } from './faults';
import type { Assumption, Fact, Proof, ProofSource } from './format';
import { estateDigest, manifestDigest } from './manifest';
import { rootOfPath } from './merkle';
import { readPolicy, type Policy } from './aws/policy';

/** The content of a fact: everything that a source says about a native id. */
export interface FactBody {
  entities: FactEntity[];
  in: { kind: string; id: string; detail: Json }[];
  held: { kind: string; id: string; name: string; document: string }[];
}

export interface FactEntity {
  uri: string;
  type: string;
  name: string;
  account: string;
  identity: boolean;
  resource: boolean;
  attributes: Record<string, Json>;
}

/** A fact that leads to the root of its source. */
export interface ProvedFact {
  id: string;
  key: string;
  index: number;
  body: FactBody;
  source: ProofSource;
}

/** Everything that rules read: facts, documents and earlier steps. It notes what they use and what they take for granted. */
export class ReplayContext {
  readonly #sources = new Map<string, ProofSource>();
  readonly #facts = new Map<string, ProvedFact>();
  readonly #policies = new Map<string, Policy | null>();
  readonly #documents = new Map<string, Record<string, Json>>();
  readonly #results = new Map<string, { rule: string; value: unknown }>();
  readonly #used = new Set<string>();
  readonly #assumptions = new Map<string, string>();

  constructor(readonly proof: Proof) {
    for (const source of proof.sources) this.#addSource(source);
    for (const [id, fact] of Object.entries(proof.facts)) this.#facts.set(id, this.#prove(id, fact));
    for (const [name, text] of Object.entries(proof.documents))
      if (digest(text) !== name) throw new Invalid(`documents/${name}`, 'The text has another digest than its name says.', digest(text), name);
  }

  #addSource({ manifest: name, ...source }: ProofSource): void {
    const place = `sources/${source.source}`;
    if (this.#sources.has(source.source)) throw new Invalid(place, 'The source is listed twice.');
    const wanted = manifestDigest(source);
    if (wanted !== name) throw new Invalid(place, 'The manifest has another digest than the file says.', name, wanted);
    this.#sources.set(source.source, { ...source, manifest: name });
  }

  #prove(id: string, fact: Fact): ProvedFact {
    const place = `facts/${id}`;
    const source = this.#sources.get(fact.source);
    if (!source) throw new Invalid(place, 'The file has no manifest of the source.', fact.source);
    const root = rootOfPath(fact, fact, source.facts_count);
    if (root !== source.facts_root) throw new Invalid(place, 'The fact does not lead to the root of its source.', root, source.facts_root);
    return { id, key: fact.key, index: fact.index, body: fact.body as unknown as FactBody, source };
  }

  /** Returns the facts of a step. @throws Invalid if one of the ids names no fact */
  facts(place: string, ids: readonly string[]): ProvedFact[] {
    return ids.map((id) => {
      const fact = this.#facts.get(id);
      if (!fact) throw new Invalid(place, `"${id}" is no fact of the file.`);
      this.#used.add(id);
      return fact;
    });
  }

  isFact(id: string): boolean {
    return this.#facts.has(id);
  }

  /** Returns what an earlier step found. @throws Invalid unless there is such a step of the rule */
  result<V>(place: string, id: string, rule: string): V {
    const found = this.#results.get(id);
    if (!found) throw new Invalid(place, `"${id}" is no earlier step.`);
    if (found.rule !== rule) throw new Invalid(place, `"${id}" is a step of the rule "${found.rule}", and not of "${rule}".`);
    this.#used.add(id);
    return found.value as V;
  }

  ruleOf(id: string): string | undefined {
    return this.#results.get(id)?.rule;
  }

  keep(id: string, rule: string, value: unknown): void {
    if (this.#results.has(id) || this.#facts.has(id)) throw new Invalid(`steps/${id}`, 'Two parts of the file have the same id.');
    this.#results.set(id, { rule, value });
  }

  /** Returns the text of a policy that a fact names. @throws Invalid if the file lacks it */
  #text(place: string, { id, document }: FactBody['held'][number]): string {
    const text = Object.hasOwn(this.proof.documents, document) ? this.proof.documents[document] : undefined;
    if (text === undefined) throw new Invalid(place, `The file lacks the document of the policy "${id}".`, null, document);
    this.#used.add(document);
    return text;
  }

  /** Returns the members of a document that a fact names. @throws NotCheckable if it is no JSON object */
  document(place: string, held: FactBody['held'][number]): Record<string, Json> {
    const text = this.#text(place, held);
    const known = this.#documents.get(held.document);
    if (known) return known;
    const read = objectOf(text);
    if (!read) throw new NotCheckable(place, `The document of the policy "${held.id}" is no JSON object.`);
    this.#documents.set(held.document, read);
    return read;
  }

  /** Returns a policy of AWS that a fact names. @throws NotCheckable if its text cannot be read */
  policy(place: string, held: FactBody['held'][number]): Policy {
    const { id, document } = held;
    const text = this.#text(place, held);
    const key = `${document} ${id}`;
    const known = this.#policies.get(key);
    const policy = known === undefined ? readPolicy(id, text) : known;
    this.#policies.set(key, policy);
    if (!policy) throw new NotCheckable(place, `The document of the policy "${id}" is no JSON object.`);
    return policy;
  }

  assume(id: string, words: string): void {
    this.#assumptions.set(id, words);
  }

  /** Returns what the steps took for granted, sorted by id. */
  get assumptions(): Assumption[] {
    return [...this.#assumptions].map(([id, words]) => ({ id, words })).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** @throws Invalid unless the sources are all those of the tenant, as the newest manifest lists them */
  requireWholeEstate(place: string): ProofSource[] {
    const sources = [...this.#sources.values()];
    const [newest] = [...sources].sort((a, b) => b.position - a.position);
    if (!newest || estateDigest(sources) !== newest.estate)
      throw new Invalid(place, 'The sources are not all those that the newest manifest covers.', estateDigest(sources), newest?.estate ?? null);
    for (const { source } of sources) this.#used.add(`source ${source}`);
    return sources;
  }

  /** Returns the documents that steps used. */
  get usedDocuments(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.proof.documents).filter(([name]) => this.#used.has(name)));
  }

  /** @throws Invalid if the file has facts, documents, steps or sources that nothing uses */
  requireAllUsed(): void {
    const { proof } = this;
    const last = proof.steps.at(-1)?.id;
    for (const id of Object.keys(proof.facts)) if (!this.#used.has(id)) throw new Invalid(`facts/${id}`, 'No step uses this fact.');
    for (const id of Object.keys(proof.documents)) if (!this.#used.has(id)) throw new Invalid(`documents/${id}`, 'No step uses this document.');
    for (const { id } of proof.steps) if (id !== last && !this.#used.has(id)) throw new Invalid(`steps/${id}`, 'No later step uses this step.');
    const ofFacts = new Set([...this.#facts.values()].map(({ source }) => source.source));
    for (const { source } of proof.sources)
      if (!ofFacts.has(source) && !this.#used.has(`source ${source}`)) throw new Invalid(`sources/${source}`, 'No fact is of this source.');
  }
}

function objectOf(text: string): Record<string, Json> | null {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, Json>) : null;
  } catch {
    return null;
  }
}
