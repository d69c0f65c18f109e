import { ASSUMPTIONS } from '../../assumptions';
import type { Json } from '../../canonical';
import type { ProvedFact } from '../../context';
import { Invalid, mustBe, NotCheckable } from '../../faults';
import { readAssignment, readDeny, scopeOf, type DenyAssignment, type RoleAssignment } from '../../azure/policies';
import { soleEntity } from '../entity';
import type { Inference, RuleInput } from '../rule';

/** A resource of Azure with everything that is assigned at it and above it. */
export interface AzureResource {
  fact: ProvedFact;
  /** The scope of the resource and the scopes above it, the nearest first, up to the root. */
  scopes: string[];
  /** Those of these scopes, and those of all management groups. */
  assignments: RoleAssignment[];
  denies: DenyAssignment[];
}

/** The key of the fact that lists what is assigned at the root and at management groups. */
const ROOT = '/';
const MANAGEMENT_GROUP = /^\/providers\/microsoft\.management\/managementgroups\/[^/]+$/;

/**
 * `azure-resource`: from the facts of a resource, of all scopes above it, and of the root. Says what is assigned there.
 * @see https://learn.microsoft.com/azure/role-based-access-control/scope-overview
 */
export function azureResourceRule({ context, place, from }: RuleInput): Inference {
  const facts = context.facts(place, from);
  const [fact] = facts;
  const root = facts.at(-1);
  if (!fact || root?.key !== ROOT) throw new Invalid(place, 'The step has to name a resource, the scopes above it, and the root.');
  if (facts.some(({ source }) => source !== fact.source || source.cloud !== 'AZURE'))
    throw new NotCheckable(place, 'The scopes are not of one source of Azure.');
  const entity = soleEntity(place, fact);
  const { resourceid: fullId } = entity.attributes;
  const scopes = [scopeOf(typeof fullId === 'string' ? fullId : fact.key), ...facts.slice(1).map(({ key }) => scopeOf(key))];
  if (!entity.resource) throw new NotCheckable(place, `"${fact.key}" is no resource.`);
  const vault = facts.find(({ body }) => body.held.some(({ kind }) => kind === 'resource'));
  if (vault) throw new NotCheckable(place, `"${vault.key}" has access policies, for which this format has no rule.`);
  facts.slice(0, -1).forEach(({ body }, index) => {
    const scope = scopes[index] ?? '';
    const listed = body.in.filter(({ kind }) => kind === 'contains').map(({ id }) => scopeOf(id));
    const above = scopeAbove(place, scope);
    mustBe(place, `The scope above "${scope}"`, scopes[index + 1] ?? null, above ?? listed[0] ?? ROOT);
    // A source may list a part of a resource in the resource group.
    if (listed.length > 1 || (above !== null && listed.some((id) => !scopes.slice(index + 1).includes(id))))
      throw new NotCheckable(place, `"${scope}" lies in several scopes.`);
  });
  const top = scopes.at(-2) ?? ROOT;
  context.assume(...ASSUMPTIONS.azureTop(top));
  const of = (kind: string): [string, Record<string, Json>][] =>
    facts.flatMap(({ body }) =>
      body.held.filter((held) => held.kind === kind).map((held): [string, Record<string, Json>] => [held.id, context.document(place, held)]),
    );
  const assignments = of('azure_role_assignment').map(([id, document]) => readAssignment(id, document));
  const denies = of('azure_deny_assignment').map(([id, document]) => readDeny(id, document));
  for (const { scope, policy } of [...assignments, ...denies])
    if (!scopes.includes(scope) && !MANAGEMENT_GROUP.test(scope))
      throw new NotCheckable(place, `"${policy}" has another scope than the fact that lists it.`);
  const value: AzureResource = { fact, scopes, assignments, denies };
  return { says: { id: fact.key, scopes, assignments: assignments.map(({ policy }) => policy), denies: denies.map(({ policy }) => policy) }, value };
}

/** Returns the scope that an id lies in by itself; null for subscriptions and management groups, which only the directory places. */
function scopeAbove(place: string, scope: string): string | null {
  if (MANAGEMENT_GROUP.test(scope) || /^\/subscriptions\/[^/]+$/.test(scope)) return null;
  const found =
    /^(\/subscriptions\/[^/]+)\/resourcegroups\/[^/]+$/.exec(scope) ??
    /^(\/subscriptions\/[^/]+(?:\/resourcegroups\/[^/]+)?)\/providers\/[^/]+\/[^/]+\/[^/]+$/.exec(scope) ??
    /^(\/subscriptions\/[^/]+(?:\/resourcegroups\/[^/]+)?\/providers\/[^/]+(?:\/(?!providers\/)[^/]+\/[^/]+)+)\/(?!providers\/)[^/]+\/[^/]+$/.exec(
      scope,
    );
  if (!found) throw new NotCheckable(place, `"${scope}" has an id of a form for which this format has no rule.`);
  return found[1] as string;
}
