import { accountLimitOf } from '../../../platform/http/limited-token';
import type { Mount } from '../../../platform/http/mount';
import type { Explanation } from './explanation';
import { grantsAsked, type AskedPrivileges } from './grants-asked';
import { withinAccounts } from './within-accounts';

/** Explains the access between two entities, now or at the end of a day. */
export interface ExplainsAccess {
  explain(tenantId: string, identityUri: string, resourceUri: string, options: { asOf: string | null }): Promise<Explanation>;
}

/** Reads queries. */
export interface ReadsQueries {
  /**
   * Returns the access that a query asks for, with the days that it names.
   * @throws 422 when the query is incomplete
   */
  asked(input: string): AskedPrivileges & { privileges: readonly string[]; asOf: string | null; changedSince: string | null };
}

/** Mounts the route that explains access to a resource. */
export function explainRoutes(mount: Mount, graph: ExplainsAccess, queries: ReadsQueries): void {
  mount(
    'GET /v1/graph-querymgr/explain',
    async ({ tenantId, principal, query: { identity_uri: identity, resource_uri: resource, as_of: day, query, lost } }) => {
      const asked = query === undefined ? null : queries.asked(query);
      const asOf = day ?? (lost ? asked?.changedSince : asked?.asOf) ?? null;
      const whole = await graph.explain(tenantId, identity, resource, { asOf });
      const limit = accountLimitOf(principal);
      const explanation = limit ? withinAccounts(whole, limit) : whole;
      const privileges = [...(asked?.privileges ?? [])];
      if (asked === null || privileges.length === 0) return { ...explanation, as_of: asOf, asked_privileges: privileges };
      const paths = explanation.paths.map((path) => ({ ...path, grants_asked: grantsAsked(path, asked) }));
      return { ...explanation, as_of: asOf, asked_privileges: privileges, paths };
    },
  );
}
