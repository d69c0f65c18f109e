import type { GraphService } from '../graph/service';
import type { Mount } from '../http/mount';
import type { SourceConnections } from './connections';
import { hasInfo } from './credentials';
import type { SourcesService } from './service';

export function sourcesRoutes(mount: Mount, sources: SourcesService, connections: SourceConnections, graph: GraphService): void {
  mount('GET /beta/accounts/{cloud_type}', async ({ tenantId, path }) => ({ account_list: await sources.list(tenantId, path.cloud_type) }));

  mount('GET /beta/accounts', async ({ tenantId, query }) => ({ account: await sources.read(tenantId, query.uid) }));

  mount('POST /beta/accounts', async ({ tenantId, body }) => {
    const { account_name: name, cloud_type: cloudType, ...blocks } = body.account;
    const { uid, warnings } = await connections.create(tenantId, cloudType, name, blocks);
    await sources.pulls.queue(tenantId, uid);
    return { account: await sources.read(tenantId, uid), warnings };
  });

  mount('PATCH /beta/accounts', async ({ tenantId, body }) => {
    const { uid, account_name: name, ...blocks } = body.account;
    if (hasInfo(blocks)) {
      await connections.change(tenantId, uid, blocks);
      await sources.pulls.forget(tenantId, uid);
      await sources.pulls.queue(tenantId, uid);
    }
    if (name !== undefined) await sources.rename(tenantId, uid, name);
    return { account: await sources.read(tenantId, uid) };
  });

  mount('POST /v1/policy-reader/test-connection', async ({ tenantId, body }) => {
    const { kind, id, name, warnings } = await connections.test(tenantId, body.cloud_type, body, body.uid ?? body.organization_uid);
    const isAccount = kind === 'ACCOUNT';
    return {
      validate_type: isAccount ? ('VALIDATE_TYPE_ACCOUNT' as const) : ('VALIDATE_TYPE_ORGANIZATION' as const),
      account_info: isAccount ? { account_id: id, account_name: name } : null,
      organization_info: isAccount ? null : { organization_id: id, organization_name: name },
      warnings,
    };
  });

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

  mount('POST /v1/calendar/resetFSMState', async ({ tenantId, body }) => {
    await sources.reset(tenantId, body.uid);
    return { error: '' };
  });

  mount('POST /v1/policy-reader/policies', async ({ tenantId, body }) => ({
    policies: await graph.policies(tenantId, body.policies, body.account_ids),
  }));
}
