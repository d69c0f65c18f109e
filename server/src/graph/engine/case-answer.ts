/** What the rules of a provider make of one case. `Conditional`: it hangs on what the case does not tell. */
export type Decision = 'Allowed' | 'ImplicitlyDenied' | 'ExplicitlyDenied' | 'Conditional';

export interface CaseDecision {
  decision: Decision;
  /** What must hold, in words; empty unless `Conditional`. */
  conditions: string[];
  /** What decides, as sentences: statements that allow or deny, and what would have had to allow. */
  because: string[];
}

export interface CaseAnswer extends CaseDecision {
  id: string | number | null;
  /** Whether it is allowed in any case. */
  allowed: boolean;
}

/** A case that cannot be decided, with the reason. */
export interface CaseError {
  id: string | number | null;
  error: string;
}

/** Something about a case that its author can mend; the message is for him. */
export class CaseFault extends Error {}
