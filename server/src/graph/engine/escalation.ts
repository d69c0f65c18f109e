/** A known way by which an identity can give itself more than it holds. */
export interface Escalation {
  name: string;
  /** Why it gives more, as a sentence. */
  reason: string;
  /** Something that it needs holds under conditions only. */
  conditional: boolean;
}

/** A known way, as data: every part must be held, each by one of its actions, on some resource. */
export interface EscalationRule {
  name: string;
  reason: string;
  parts: readonly (readonly string[])[];
}

/** What is held of the actions that rules speak of: in any case, or under conditions only. */
export type HeldActions = ReadonlyMap<string, 'always' | 'conditional'>;

/** The ways that are open to whoever holds the actions. Names are compared as they are given. */
export function escalationsOf(rules: readonly EscalationRule[], held: HeldActions): Escalation[] {
  return rules.flatMap(({ name, reason, parts }) => {
    const best = parts.map((anyOf) => {
      const found = anyOf.map((action) => held.get(action));
      return found.includes('always') ? 'always' : found.find(Boolean);
    });
    return best.every((mode) => mode !== undefined) ? [{ name, reason, conditional: best.includes('conditional') }] : [];
  });
}
