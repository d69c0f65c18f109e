import { PARTIAL_RESULTS_HEADER } from '@cam/contracts/server';
import type { GraphService } from '../graph/service';
import { unprocessable } from '../http/errors';
import type { Mount } from '../http/mount';
import type { Principal } from '../http/principal';
import { isDate } from './parse-entity';
import type { Asker, QueryService } from './service';

export function queryRoutes(mount: Mount, queries: QueryService, graph: GraphService): void {
  const asker = ({ tenantId, email }: Principal, accountId: string | undefined): Asker => ({ tenantId, email, accountId: accountId ?? null });

  mount('POST /v1/graph-querymgr/autocomplete', async ({ principal, body }) => queries.complete(asker(principal, body.account_id), body.input));
  mount('POST /v1/graph-querymgr/autocomplete-user', async ({ principal, body, reply }) => {
    const answered = await queries.answer(asker(principal, body.account_id), body.input, body.session_props ?? {});
    if (answered.partial.length > 0) reply.header(PARTIAL_RESULTS_HEADER, JSON.stringify(answered.partial));
    return answered.body;
  });
  mount('POST /v1/graph-querymgr/close-session', async ({ principal, body }) => {
    await queries.close(asker(principal, undefined), body.session_id);
    return { error: '' };
  });
  mount('GET /v1/graph-querymgr/explain', async ({ tenantId, query: { identity_uri: identity, resource_uri: resource, as_of: asOf = null } }) => {
    if (asOf !== null && !isDate(asOf)) throw unprocessable('NO_SUCH_DAY', `${asOf} is not a day. Write one as 2026-01-31.`);
    return graph.explain(tenantId, identity, resource, { asOf });
  });
}
