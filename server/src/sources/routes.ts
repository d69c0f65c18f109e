import type { Organization } from '@cam/contracts/server';
import { unprocessable } from '../platform/http/errors';
import type { Mount } from '../platform/http/mount';
import { pointInTime } from '../platform/http/point-in-time';
import { calendarRoutes } from './calendar-routes';
import { hasInfo } from './credentials';
import type { SourcesArea } from './sources-area';

/** Mounts the calls about sources, organizations, connection tests and bundle uploads. */
export function sourcesRoutes(mount: Mount, { sources, connections, organizations, graph }: SourcesArea): void {
  calendarRoutes(mount, { sources, organizations });

  mount('GET /beta/accounts/{cloud_type}', async ({ tenantId, path }) => ({ account_list: await sources.list(tenantId, path.cloud_type) }));

  mount('GET /beta/accounts', async ({ tenantId, query }) => ({ account: await sources.read(tenantId, query.uid) }));

  mount('POST /beta/accounts', async ({ tenantId, body, audit }) => {
    const { account_name: name, cloud_type: cloudType, ...blocks } = body.account;
    const { uid, warnings } = await connections.create(tenantId, cloudType, name, blocks);
    await sources.pulls.queue(tenantId, uid, 'CONNECTION');
    const account = await sources.read(tenantId, uid);
    audit({ after: account });
    return { account, warnings };
  });

  mount('PATCH /beta/accounts', async ({ tenantId, body, audit }) => {
    const { uid, account_name: name, ...blocks } = body.account;
    const before = await sources.read(tenantId, uid);
    if (hasInfo(blocks)) {
      await connections.change(tenantId, uid, blocks);
      await sources.pulls.discardStaging(tenantId, uid);
      await sources.pulls.queue(tenantId, uid, 'CONNECTION');
    }
    if (name !== undefined) await sources.rename(tenantId, uid, name);
    const account = await sources.read(tenantId, uid);
    audit({ before, after: account });
    return { account };
  });

  mount('POST /v1/policy-reader/test-connection', async ({ tenantId, body }) => {
    const {
      kind,
      id,
      name,
      warnings,
      applications = [],
    } = await connections.test(tenantId, body.cloud_type, body, body.uid ?? body.organization_uid);
    const isAccount = kind === 'ACCOUNT';
    return {
      validate_type: isAccount ? ('VALIDATE_TYPE_ACCOUNT' as const) : ('VALIDATE_TYPE_ORGANIZATION' as const),
      account_info: isAccount ? { account_id: id, account_name: name } : null,
      organization_info: isAccount ? null : { organization_id: id, organization_name: name },
      warnings,
      applications: applications.map(({ cloud, ...application }) => ({ ...application, cloud_type: cloud })),
    };
  });

  mount('DELETE /beta/accounts', async ({ tenantId, query, audit }) => {
    const account = await sources.read(tenantId, query.uid);
    if (account.is_connected && account.root_uid !== account.uid) {
      throw unprocessable(
        'OF_AN_ORGANIZATION',
        `${account.account_name} belongs to an organization. Remove it from the organization's scope instead.`,
      );
    }
    await sources.remove(tenantId, query.uid, query.cloud_type);
    audit({ before: account });
    return { error: '' };
  });

  mount('GET /v1/tenants/organizations', async ({ tenantId, query: { cloud_type: cloudType, organization_uid: uid } }) => ({
    organization: (await organizations.list(tenantId, cloudType)).filter((one) => uid === undefined || one.organization_uid === uid),
  }));

  mount('GET /v1/tenants/organizations/{cloud_type}', async ({ tenantId, path }) => ({
    organization: await organizations.list(tenantId, path.cloud_type),
  }));

  mount('GET /v1/tenants/organizations/{cloud_type}/{organization_uid}', async ({ tenantId, path }) => ({
    organization: await organizations.read(tenantId, path.organization_uid),
  }));

  mount('POST /v1/tenants/organizations', async ({ tenantId, body, audit }) => {
    const { organization_name: name, cloud_type: cloudType, include_account_id_list: included, ...blocks } = body.organization;
    const { uid, warnings } = await organizations.create(tenantId, cloudType, name, { blocks, included });
    const organization = await organizations.read(tenantId, uid);
    audit({ after: auditedFields(organization) });
    return { organization, warnings };
  });

  mount('PATCH /v1/tenants/organizations', async ({ tenantId, body, audit }) => {
    const { organization_uid: uid, organization_name: name, include_account_id_list: included, ...blocks } = body.organization;
    const before = await organizations.read(tenantId, uid);
    await organizations.change(tenantId, uid, { name, blocks, included });
    const organization = await organizations.read(tenantId, uid);
    audit({ before: auditedFields(before), after: auditedFields(organization) });
    return { organization };
  });

  mount('DELETE /v1/tenants/organizations', async ({ tenantId, query, audit }) => {
    const before = await organizations.read(tenantId, query.organization_uid);
    audit({ before: auditedFields(before) });
    await organizations.remove(tenantId, query.organization_uid, query.cloud_type);
    return { error: '' };
  });

  mount('POST /v1/policy-reader/build-organization-hierarchy', async ({ tenantId, body }) => ({
    org_build_uuid: await organizations.buildHierarchy(tenantId, body.cloud_type, body, body.organization_uid),
  }));

  mount('GET /v1/policy-reader/get-organization-hierarchy', ({ tenantId, query }) => organizations.hierarchyBuild(tenantId, query.org_build_uuid));

  mount('GET /v1/policy-reader/aws-principal', () => connections.awsPrincipal());

  mount('PUT /v1/policy-reader/bundles/{cloud_type}/{account_id}', async ({ tenantId, path, query, raw, audit }) => {
    const { account, jobId } = await sources.importBundle(tenantId, {
      cloudType: path.cloud_type,
      accountId: path.account_id,
      name: query.name,
      fileName: query.file,
      takenAt: query.taken_at === undefined ? null : pointInTime(query.taken_at),
      content: raw,
    });
    audit({ after: { account_name: account.account_name, uid: account.uid, file: query.file, taken_at: query.taken_at } });
    return { account, job_id: jobId };
  });

  mount('POST /v1/policy-reader/policies', async ({ tenantId, body }) => ({
    policies: await graph.policies(tenantId, body.policies, body.account_ids),
  }));
}

/** Returns the fields of an organization that users set. Its provider sets the rest, which the audit log leaves out. */
function auditedFields({ sub_organization: _folders, account_ids: _ids, scope_accounts: _scope, account_info: _accounts, ...rest }: Organization) {
  return rest;
}
