import type { Json } from '../canonical';
import type { ReplayContext } from '../context';

/** A step to replay. */
export interface RuleInput {
  context: ReplayContext;
  /** Names the step in faults. */
  place: string;
  from: readonly string[];
  with: Json | undefined;
}

/** The result of a step: the part that the file has to say, and the part that later rules read. */
export interface Inference {
  says: Json;
  value: unknown;
}

export type Rule = (input: RuleInput) => Inference;
