/** The decision about a case. `Conditional` means that it depends on values that the case does not state. */
export type Decision = 'Allowed' | 'ImplicitlyDenied' | 'ExplicitlyDenied' | 'Conditional';

export interface CaseDecision {
  decision: Decision;
  /** Conditions in words; empty unless the decision is `Conditional`. */
  conditions: string[];
  /** The reasons as sentences: deciding statements, and policies that would have had to allow. */
  because: string[];
}

export interface CaseAnswer extends CaseDecision {
  id: string | number | null;
  /** True where the case is allowed unconditionally. */
  allowed: boolean;
}

/** A case that cannot be decided, with the reason. */
export interface CaseError {
  id: string | number | null;
  error: string;
}

/** A fault that the author of a case can correct. The message is for that author. */
export class CaseFault extends Error {}
