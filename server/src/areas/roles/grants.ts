import type { Right, Role } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import type { Grant, Principal } from '../../platform/http/principal';
import { listRoles } from './store';

/** How long the roles of a tenant count without another look into the database, ms. A change ends it at once in all processes. */
const KNOWN_FOR = 30_000;

/** Returns the provisioned groups among some that users belong to, by e-mail in lower case. */
export type GroupsOfUsers = (tx: Tx, tenantId: string, names: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;

interface Known {
  roles: readonly Role[];
  groupsOf: ReadonlyMap<string, readonly string[]>;
  until: number;
}

/** Adds what roles give to the callers that tokens name. */
export class RoleGrants {
  readonly #known = new Map<string, Known>();
  /** Counts changes: roles that were read before one are not remembered after it. */
  #changes = 0;

  /** @param groupsOfUsers groups that the provider of a tenant manages here; other groups come with the token of the caller */
  constructor(
    private readonly ctx: Pick<Context, 'db' | 'events'>,
    private readonly groupsOfUsers: GroupsOfUsers,
  ) {
    ctx.events.subscribe(({ kind, tenantId }) => {
      if (kind !== 'revocation') return;
      this.#changes += 1;
      this.#known.delete(tenantId);
    });
  }

  /** Returns the caller with the grants of its roles. An API token has those among its own scopes. */
  async of(principal: Principal): Promise<Principal> {
    const { email } = principal;
    const { roles, groupsOf } = await this.#read(principal.tenantId);
    const scopes = principal.apiToken?.scopes;
    const groups = [...(principal.groups ?? []), ...(groupsOf.get(email.toLowerCase()) ?? [])];
    const grants = grantsOf(roles, { email, groups }).filter(({ right }) => scopes?.includes(right) ?? true);
    return grants.length === 0 ? principal : { ...principal, grants };
  }

  /** Reports whether a role gives a person rights, by the e-mail address or by a provisioned group. */
  async hasAny(tenantId: string, email: string): Promise<boolean> {
    const { roles, groupsOf } = await this.#read(tenantId);
    return grantsOf(roles, { email, groups: groupsOf.get(email.toLowerCase()) ?? [] }).length > 0;
  }

  async #read(tenantId: string): Promise<Omit<Known, 'until'>> {
    const known = this.#known.get(tenantId);
    if (known && Date.now() < known.until) return known;
    const changes = this.#changes;
    const read = await this.ctx.db.tenant(tenantId, async (tx) => {
      const roles = await listRoles(tx, tenantId);
      const names = new Set(roles.flatMap(({ members }) => members.flatMap(({ kind, name }) => (kind === 'GROUP' ? [name] : []))));
      return { roles, groupsOf: names.size === 0 ? NOBODY : await this.groupsOfUsers(tx, tenantId, [...names]) };
    });
    if (changes === this.#changes) this.#known.set(tenantId, { ...read, until: Date.now() + KNOWN_FOR });
    return read;
  }
}

const NOBODY: Known['groupsOf'] = new Map();

/** Returns what the roles give to a person or to its groups. */
export function grantsOf(roles: readonly Role[], { email, groups = [] }: Pick<Principal, 'email' | 'groups'>): Grant[] {
  const isMember = ({ members }: Role): boolean =>
    members.some(({ kind, name }) => (kind === 'USER' ? name === email.toLowerCase() : groups.includes(name)));
  return roles
    .filter(isMember)
    .flatMap(({ rights, accounts }) => rights.map((right) => ({ right: right as Right, accounts: accounts.length > 0 ? accounts : null })));
}
