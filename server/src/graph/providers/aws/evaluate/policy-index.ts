import { accountOf, keyOfName, namesMany, sessionKey } from './principal-names';
import type { PrincipalClass } from './principal-classes';
import type { Requester } from './requester';
import type { ResourceClass } from './resource-classes';

/** Finds the resource classes whose own policies may allow a principal something, without testing each. */
export class PolicyIndex {
  readonly #named = new Map<string, ResourceClass[]>();
  readonly #general: ResourceClass[] = [];

  constructor(classes: Iterable<ResourceClass>) {
    for (const resource of classes) {
      const allows = resource.policy?.statements.filter(({ statement }) => statement.effect === 'Allow') ?? [];
      const names = new Set(allows.flatMap(({ statement }) => (statement.notPrincipals ? ['*'] : (statement.principals?.AWS ?? []))));
      if (names.has('*')) this.#general.push(resource);
      else for (const key of new Set([...names].map((name) => (namesMany(name) ? accountKey(name) : keyOfName(name))))) this.#put(key, resource);
    }
  }

  /** Returns the classes whose policies name the principal or everyone. A policy that only delegates to the account gives nothing by itself. */
  namingPrincipal({ requester, isGroup }: PrincipalClass): Set<ResourceClass> {
    return new Set(requester && !isGroup ? [...this.#general, ...this.#naming(requester)] : []);
  }

  /** Returns the classes whose policies name a principal of another account, its account, or everyone. */
  namingPrincipalOrAccount(pclass: PrincipalClass): Set<ResourceClass> {
    const byAccount = pclass.requester && !pclass.isGroup ? this.#named.get(`account ${pclass.requester.accountId}`) : undefined;
    return new Set([...this.namingPrincipal(pclass), ...(byAccount ?? [])]);
  }

  #naming({ id, kind, name, accountId }: Requester): ResourceClass[] {
    const sessions = kind === 'session' && accountId !== null ? (this.#named.get(sessionKey(accountId, name)) ?? []) : [];
    return [...(this.#named.get(id) ?? []), ...sessions];
  }

  #put(key: string, resource: ResourceClass): void {
    const known = this.#named.get(key);
    if (known) known.push(resource);
    else this.#named.set(key, [resource]);
  }
}

function accountKey(name: string): string {
  return `account ${accountOf(name)}`;
}
