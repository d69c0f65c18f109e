import { ANY_VALUE, rightOfScope, TENANT_ADMIN_RIGHTS, type Right, type RightsRule } from '@cam/contracts/server';

/** The statements of a provider about a person: values by attribute. */
export type PersonFacts = ReadonlyMap<string, readonly string[]>;

/**
 * Returns the rights of a person by the rules of the tenant. No other place turns the statements of a provider into rights.
 * @param rules an attribute matches without regard to case, and a value exactly
 * @returns no rights if no rule matches
 */
export function rightsByRules(rules: readonly RightsRule[], facts: PersonFacts): Right[] {
  const values = new Map([...facts].map(([name, of]) => [name.toLowerCase(), of]));
  const given = rules
    .filter(({ attribute, value }) => (values.get(attribute.toLowerCase()) ?? []).some((one) => one !== '' && (value === ANY_VALUE || one === value)))
    .flatMap(({ scopes }) => scopes.map(rightOfScope));
  return [...new Set(given)];
}

/**
 * Returns the rights of a user after the rules were applied. Rights that no rule can give, such as those of areas, stay as the operator gave them.
 */
export function renewedRights(before: readonly Right[], given: readonly Right[]): Right[] {
  return [...new Set([...given, ...before.filter((right) => !TENANT_ADMIN_RIGHTS.includes(right))])];
}
