import type { Mount } from '../../../platform/http/mount';
import type { LeastPrivilege } from './propose';

/** Default window in days, after which access counts as unused. */
const DAYS = 90;

/** The calls into the sources area for account names. */
export interface NamedAccounts {
  accounts(tenantId: string): Promise<{ account_id: string; account_name: string }[]>;
}

export function leastPrivilegeRoutes(mount: Mount, graph: { leastPrivilege: LeastPrivilege }, names: NamedAccounts): void {
  mount('GET /v1/graph-querymgr/least-privilege', async ({ tenantId, query: { uri, days = DAYS } }) => {
    const { entity, since, parts } = await graph.leastPrivilege.propose(tenantId, uri, days, new Date());
    const accounts = new Map((await names.accounts(tenantId)).map(({ account_id: id, account_name: name }) => [id, name]));
    return {
      uri: entity.uri,
      name: entity.name,
      type: entity.type,
      days,
      since,
      parts: parts.map((part) => ({ ...part, account_name: accounts.get(part.account_id) ?? part.account_id })),
    };
  });
}
