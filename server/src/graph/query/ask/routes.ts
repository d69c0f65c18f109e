import type { Mount } from '../../../platform/http/mount';
import type { AskService } from './service';

/** Mounts the calls that read questions and find names. */
export function askRoutes(mount: Mount, asked: AskService): void {
  mount('POST /v1/graph-querymgr/ask', ({ tenantId, body }) => asked.ask({ tenantId, accountId: body.account_id ?? null }, body.text, body.tz));
  mount('GET /v1/graph-querymgr/names', async ({ tenantId, query }) => ({
    names: await asked.find({ tenantId, accountId: query.account_id ?? null }, query.text),
  }));
}
