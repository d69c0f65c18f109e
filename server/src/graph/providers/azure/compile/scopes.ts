/** The scope that contains every other scope. */
export const ROOT_SCOPE = '/';

/** Normalises a scope: scopes ignore case and a trailing slash. */
export function toScope(text: string): string {
  const scope = text.trim().toLowerCase().replace(/\/+$/, '');
  return scope === '' ? ROOT_SCOPE : scope;
}

const SUBSCRIPTION = /^\/subscriptions\/[^/]+$/;
const GROUP = /^(\/subscriptions\/[^/]+)\/resourcegroups\/[^/]+$/;
const MANAGEMENT_GROUP = /^\/providers\/microsoft\.management\/managementgroups\/[^/]+$/;

export function isManagementGroup(scope: string): boolean {
  return MANAGEMENT_GROUP.test(scope);
}

/**
 * Returns the parent that a scope's own id implies: a child resource's resource, a resource's group, a group's subscription. Returns null for
 * subscriptions, management groups and other ids: only the tenant's hierarchy contains their parents.
 */
function parentById(scope: string): string | null {
  if (SUBSCRIPTION.test(scope) || isManagementGroup(scope)) return null;
  const group = GROUP.exec(scope);
  if (group) return group[1] ?? null;
  const provider = scope.lastIndexOf('/providers/');
  if (provider < 0) return null;
  const path = scope.slice(provider + '/providers/'.length).split('/');
  // The pattern is namespace/type/name, plus one type and name per child resource.
  if (path.length > 3) return scope.slice(0, scope.length - path.slice(-2).join('/').length - 1);
  return provider === 0 ? null : scope.slice(0, provider);
}

/** Returns the scopes above a scope that its own id implies, innermost first. */
export function scopesById(scope: string): string[] {
  const above: string[] = [];
  for (let at = parentById(scope); at !== null; at = parentById(at)) above.push(at);
  return above;
}

/** The scope hierarchy, from resource ids and from the tenant's management groups. */
export class Scopes {
  readonly #parents: ReadonlyMap<string, string>;
  readonly #chains = new Map<string, readonly string[]>();

  /**
   * @param parents parent by child, from the tenant's management groups
   * @param overAll scopes of unknown place that count as parents of every subscription
   */
  constructor(
    parents: Iterable<readonly [string, string]>,
    private readonly overAll: readonly string[] = [],
  ) {
    this.#parents = new Map([...parents].map(([child, parent]) => [toScope(child), toScope(parent)]));
  }

  /** Returns whether the place of a scope is known. */
  isPlaced(scope: string): boolean {
    return !this.overAll.includes(scope);
  }

  /** Returns a scope and its parents, innermost first, up to the root. It stops at a cycle. */
  chainOf(text: string): readonly string[] {
    const scope = toScope(text);
    const known = this.#chains.get(scope);
    if (known) return known;
    const chain = new Set<string>();
    // Bundles place a child resource in its group, but assignments at its parent resource hold for it too.
    for (let at: string | null = scope; at !== null && !chain.has(at); at = parentById(at) ?? this.#parents.get(at) ?? null) chain.add(at);
    if ([...chain].some((at) => SUBSCRIPTION.test(at))) for (const over of this.overAll) chain.add(over);
    chain.add(ROOT_SCOPE);
    const result = [...chain];
    this.#chains.set(scope, result);
    return result;
  }
}
