import type { GraphService } from '../graph/service';
import type { Mount } from '../http/mount';
import type { SourcesService } from './service';

export function sourcesRoutes(mount: Mount, sources: SourcesService, graph: GraphService): void {
  mount('GET /beta/accounts/{cloud_type}', async ({ tenantId, path }) => ({ account_list: await sources.list(tenantId, path.cloud_type) }));

  mount('PATCH /beta/accounts', async ({ tenantId, body }) => ({
    account: await sources.rename(tenantId, body.account.uid, body.account.account_name),
  }));

  mount('DELETE /beta/accounts', async ({ tenantId, query }) => {
    await sources.remove(tenantId, query.uid, query.cloud_type);
    return { error: '' };
  });

  // Organizations come with the connectors: a bundle is of one account.
  mount('GET /v1/tenants/organizations/{cloud_type}', async () => ({ organization: [] }));

  mount('PUT /v1/policy-reader/bundles/{cloud_type}/{account_id}', async ({ tenantId, path, query, raw }) => {
    const { account, jobId } = await sources.importBundle(tenantId, {
      cloudType: path.cloud_type,
      accountId: path.account_id,
      name: query.name,
      fileName: query.file,
      takenAt: query.taken_at === undefined ? null : new Date(query.taken_at),
      content: raw,
    });
    return { account, job_id: jobId };
  });

  mount('GET /v1/calendar/progress', async ({ tenantId }) => {
    const progress = await sources.progress(tenantId);
    return {
      organization_sources: [],
      sources: progress,
      progress_list: progress.map(({ account_id, progress: done }) => ({ account_id, progress: done })),
    };
  });

  mount('PATCH /v1/calendar/onDemandRunFSM', async ({ tenantId, body }) => ({ started: await sources.runAgain(tenantId, body.uid), error: '' }));

  mount('POST /v1/policy-reader/policies', async ({ tenantId, body }) => ({
    policies: await graph.policies(tenantId, body.policies, body.account_ids),
  }));
}
