import { configurationOf, moduleAt, partsOf, type KnownResource, type Plan } from './plan';

/** Variables and outputs that a reference may pass through. */
const LONGEST_WAY = 20;

/**
 * Finds the resource that an attribute takes its value from, where the plan does not know the value itself. Variables and outputs of modules are
 * followed; local values are not in plans.
 * @returns null when there is no such resource, or more than one
 */
export function referredResource(plan: Plan, address: string, attribute: string): KnownResource | null {
  const { modules, index } = partsOf(address);
  const expression = configurationOf(address, plan.configuration)?.expressions?.[attribute];
  const places = [...new Set(referencesOf(expression).flatMap((reference) => resolved(plan, modules, reference, LONGEST_WAY)))];
  const found = plan.resources.filter((one) => {
    const parts = partsOf(one.address);
    return places.includes(placeOf(parts.modules, parts.resource));
  });
  if (found.length <= 1) return found[0] ?? null;
  // With count or for_each, instances of the same key belong together.
  const twins = index === '' ? [] : found.filter((one) => partsOf(one.address).index === index);
  return twins.length === 1 ? (twins[0] ?? null) : null;
}

function referencesOf(expression: unknown): string[] {
  const { references } = (expression ?? {}) as { references?: unknown };
  return Array.isArray(references) ? references.map(String) : [];
}

/** Returns the places of the resources that a reference leads to. */
function resolved(plan: Plan, modules: readonly string[], reference: string, left: number): string[] {
  if (left === 0) return [];
  const follow = (at: readonly string[], expression: unknown): string[] =>
    referencesOf(expression).flatMap((next) => resolved(plan, at, next, left - 1));
  const [first = '', second = '', third = ''] = reference.replace(/\[[^\]]*\]/g, '').split('.');
  if (first === 'var') {
    const [call, parents] = [modules.at(-1), modules.slice(0, -1)];
    const parent = call === undefined ? undefined : moduleAt(parents, plan.configuration)?.module_calls?.[call];
    return follow(parents, parent?.expressions?.[second]);
  }
  if (first === 'module') {
    const inner = [...modules, second];
    return follow(inner, moduleAt(inner, plan.configuration)?.outputs?.[third]?.expression);
  }
  if (['local', 'each', 'count', 'path', 'terraform', 'self'].includes(first)) return [];
  const resource = first === 'data' ? `data.${second}.${third}` : `${first}.${second}`;
  return [placeOf(modules, resource)];
}

/** Identifies a resource of the configuration, whatever its instances. */
function placeOf(modules: readonly string[], resource: string): string {
  return [...modules, resource].join('/');
}
