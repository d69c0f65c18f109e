/** A finding of a guardrail about an entity. */
export interface GuardrailFinding {
  guardrail: string;
  /** URI of the entity. */
  entity: string;
}

/**
 * Joins guardrails whose entities another guardrail found as well: users with keys older than a year are among those with keys older than 90 days, so that
 * both are one piece of work. A guardrail joins the one with the most entities among those that include all of its own; equal numbers are decided by key.
 * @returns for each guardrail the one that it joins; its own key if it joins none
 */
export function joinNestedGuardrails(findings: readonly GuardrailFinding[]): Map<string, string> {
  const entities = new Map<string, Set<string>>();
  for (const { guardrail, entity } of findings) {
    const known = entities.get(guardrail);
    if (known) known.add(entity);
    else entities.set(guardrail, new Set([entity]));
  }
  const largest = [...entities].sort(([a, ofA], [b, ofB]) => ofB.size - ofA.size || (a < b ? -1 : 1));
  const hosts: [string, Set<string>][] = [];
  return new Map(
    largest.map(([guardrail, own]) => {
      const host = hosts.find(([, of]) => [...own].every((entity) => of.has(entity)));
      if (!host) hosts.push([guardrail, own]);
      return [guardrail, host?.[0] ?? guardrail];
    }),
  );
}
