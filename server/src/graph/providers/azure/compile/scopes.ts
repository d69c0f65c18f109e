/** The scope that everything lies in. */
export const ROOT_SCOPE = '/';

/** Scopes ignore case, and a slash at the end says nothing. */
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
 * What a scope lies in by its own id: a part of a resource in the resource, a resource in its group, a group in its subscription. Null for
 * subscriptions, management groups and what has no such id: only the tenant's hierarchy tells theirs.
 */
function parentById(scope: string): string | null {
  if (SUBSCRIPTION.test(scope) || isManagementGroup(scope)) return null;
  const group = GROUP.exec(scope);
  if (group) return group[1] ?? null;
  const provider = scope.lastIndexOf('/providers/');
  if (provider < 0) return null;
  const path = scope.slice(provider + '/providers/'.length).split('/');
  // namespace/type/name, and a type and a name more for each part of a part
  if (path.length > 3) return scope.slice(0, scope.length - path.slice(-2).join('/').length - 1);
  return provider === 0 ? null : scope.slice(0, provider);
}

/** The hierarchy of scopes: what ids say, and above that what the tenant says. */
export class Scopes {
  readonly #parents: ReadonlyMap<string, string>;
  readonly #chains = new Map<string, readonly string[]>();

  /**
   * @param parents by child, as the tenant's management groups say
   * @param overAll scopes of unknown place that lie over every subscription
   */
  constructor(
    parents: Iterable<readonly [string, string]>,
    private readonly overAll: readonly string[] = [],
  ) {
    this.#parents = new Map([...parents].map(([child, parent]) => [toScope(child), toScope(parent)]));
  }

  /** A scope and all that it lies in, innermost first, up to the root. A cycle ends where it closes. */
  chainOf(text: string): readonly string[] {
    const scope = toScope(text);
    const known = this.#chains.get(scope);
    if (known) return known;
    const chain = new Set<string>();
    for (let at: string | null = scope; at !== null && !chain.has(at); at = this.#parents.get(at) ?? parentById(at)) chain.add(at);
    if ([...chain].some((at) => SUBSCRIPTION.test(at))) for (const over of this.overAll) chain.add(over);
    chain.add(ROOT_SCOPE);
    const result = [...chain];
    this.#chains.set(scope, result);
    return result;
  }
}
