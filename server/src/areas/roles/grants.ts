import type { Right, Role } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Grant, Principal } from '../../platform/http/principal';
import { listRoles } from './store';

/** How long the roles of a tenant count without another look into the database, ms. A change ends it at once in all processes. */
const KNOWN_FOR = 30_000;

interface Known {
  roles: readonly Role[];
  until: number;
}

/** Adds what roles give to the callers that tokens name. */
export class RoleGrants {
  readonly #known = new Map<string, Known>();
  /** Counts changes: roles that were read before one are not remembered after it. */
  #changes = 0;

  constructor(private readonly ctx: Pick<Context, 'db' | 'events'>) {
    ctx.events.subscribe(({ kind, tenantId }) => {
      if (kind !== 'revocation') return;
      this.#changes += 1;
      this.#known.delete(tenantId);
    });
  }

  /** Returns the caller with the grants of its roles. An API token has those among its own scopes. */
  async of(principal: Principal): Promise<Principal> {
    const roles = await this.#roles(principal.tenantId);
    const scopes = principal.apiToken?.scopes;
    const grants = grantsOf(roles, principal).filter(({ right }) => scopes?.includes(right) ?? true);
    return grants.length === 0 ? principal : { ...principal, grants };
  }

  async #roles(tenantId: string): Promise<readonly Role[]> {
    const known = this.#known.get(tenantId);
    if (known && Date.now() < known.until) return known.roles;
    const changes = this.#changes;
    const roles = await this.ctx.db.tenant(tenantId, (tx) => listRoles(tx, tenantId));
    if (changes === this.#changes) this.#known.set(tenantId, { roles, until: Date.now() + KNOWN_FOR });
    return roles;
  }
}

/** Returns what the roles give to a person or to its groups. */
export function grantsOf(roles: readonly Role[], { email, groups = [] }: Pick<Principal, 'email' | 'groups'>): Grant[] {
  const isMember = ({ members }: Role): boolean =>
    members.some(({ kind, name }) => (kind === 'USER' ? name === email.toLowerCase() : groups.includes(name)));
  return roles
    .filter(isMember)
    .flatMap(({ rights, accounts }) => rights.map((right) => ({ right: right as Right, accounts: accounts.length > 0 ? accounts : null })));
}
