/** A known privilege escalation that is open to an identity. */
export interface Escalation {
  name: string;
  /** The explanation, as a sentence. */
  reason: string;
  /** A required action is allowed under conditions only. */
  conditional: boolean;
}

/** A known privilege escalation as data. The identity needs one action of every part, on any resource. */
export interface EscalationRule {
  name: string;
  reason: string;
  parts: readonly (readonly string[])[];
}

/** The held actions that escalation rules use, with how they are allowed. */
export type HeldActions = ReadonlyMap<string, 'always' | 'conditional'>;

/** Returns the escalations that the held actions allow. Names are compared as given. */
export function escalationsOf(rules: readonly EscalationRule[], held: HeldActions): Escalation[] {
  return rules.flatMap(({ name, reason, parts }) => {
    const best = parts.map((anyOf) => {
      const found = anyOf.map((action) => held.get(action));
      return found.includes('always') ? 'always' : found.find(Boolean);
    });
    return best.every((mode) => mode !== undefined) ? [{ name, reason, conditional: best.includes('conditional') }] : [];
  });
}
