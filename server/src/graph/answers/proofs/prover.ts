import type { StoredEntity } from '../read-holders';
import type { CoveredFacts } from './covered-facts';
import type { EngineAction } from './engine-actions';
import type { ProofDraft } from './proof-draft';
import type { Target } from './request';

/** Knows how proofs of one provider are made. */
export interface Prover {
  /** Words for the paths that it can prove. */
  readonly paths: string;
  /** The actions by which one acts as an identity at the end of a step. */
  readonly becoming: readonly string[];
  /** Reports whether a hop of a path is a step that the format has a rule for. */
  isStep(relation: string, entity: StoredEntity): boolean;
  /** Returns ways to everything that an identity can act as, also those that the graph has no paths for. */
  chainsFrom(identity: StoredEntity): Promise<StoredEntity[][]>;
  /** Reads together what the engine will need about these entities. */
  prepare(entities: readonly StoredEntity[]): Promise<void>;
  /** Returns what the engine allows an identity on a resource. */
  actions(from: StoredEntity, on: StoredEntity): Promise<EngineAction[]>;
  /** Adds the step that decides actions of an identity on a resource, with the steps that it needs. @returns its id */
  decidesStep(draft: ProofDraft, by: StoredEntity, on: StoredEntity, parameters: { on: string; actions: string[] }): Promise<string>;
}

/** Knows which actions apply to a resource from the facts of its source, in Azure, Google Cloud and directories. */
export interface TargetProver {
  /** Returns the facts of the source of a resource that decide about the access of an identity. */
  factsOf(from: StoredEntity, on: StoredEntity): Promise<CoveredFacts>;
  /** Returns the actions that apply to a resource, as far as the facts name them. */
  targets(resource: StoredEntity, covered: CoveredFacts): Promise<Target[]>;
}

/** Knows how proofs are made where an identity acts by itself, because nobody becomes another identity. */
export abstract class SoleProver implements Prover, TargetProver {
  readonly paths = 'acting by itself';
  readonly becoming = [];
  /** The rule that concludes that something is out of reach. */
  abstract readonly outOfReach: string;

  isStep(): boolean {
    return false;
  }

  /** The pair is all that the facts are about. */
  prepare(): Promise<void> {
    return Promise.resolve();
  }

  async chainsFrom(identity: StoredEntity): Promise<StoredEntity[][]> {
    return [[identity]];
  }

  abstract factsOf(from: StoredEntity, on: StoredEntity): Promise<CoveredFacts>;
  abstract targets(resource: StoredEntity, covered: CoveredFacts): Promise<Target[]>;
  abstract actions(from: StoredEntity, on: StoredEntity): Promise<EngineAction[]>;
  abstract decidesStep(draft: ProofDraft, by: StoredEntity, on: StoredEntity, parameters: { on: string; actions: string[] }): Promise<string>;

  /** Adds the steps for an identity and a resource. @returns their ids */
  abstract sides(draft: ProofDraft, by: StoredEntity, on: StoredEntity): Promise<string[]>;
}
