import { accountLimitOf } from '../../platform/http/limited-token';
import type { Mount } from '../../platform/http/mount';
import type { Downloads } from '../downloads';
import type { ProofsService } from './service';

/** Mounts the calls for proofs. Keys and checker are for everybody: whoever gets a proof needs no account. */
export function proofRoutes(mount: Mount, proofs: ProofsService, downloads: Pick<Downloads, 'start'>): void {
  mount('POST /v1/proofs', async ({ tenantId, principal, body, audit }) => {
    const { kind, identity_uri: identityUri, resource_uri: resourceUri, actions = null, as_of: asOf = null } = body;
    const envelope = await proofs.make(tenantId, { kind, identityUri, resourceUri, actions }, asOf, accountLimitOf(principal));
    audit({ after: { kind, identity: identityUri, resource: resourceUri, actions, as_of: asOf } });
    return envelope;
  });

  mount('POST /v1/proofs/export', async ({ tenantId, principal, body: { query, account_id: accountId = null }, audit }) => {
    const request = { view: 'EVIDENCE' as const, criteria: { input: query }, accountId, createdBy: principal.email };
    const download = await downloads.start(tenantId, request);
    audit({ after: { query, account: accountId, download: download.download_id } });
    return { download, error: '' };
  });

  mount('GET /v1/proofs/keys', async () => ({ keys: await proofs.publicKeys(), checker_sha384: await proofs.checkerDigest() }));

  mount('GET /v1/proofs/checker', async () => ({
    fileName: 'cam-verify.mjs',
    contentType: 'text/javascript; charset=utf-8',
    buffer: await proofs.checkerFile(),
  }));

  mount('GET /v1/proofs/manifest', async ({ tenantId, query }) => ({ manifests: await proofs.manifests(tenantId, query.snapshot ?? null) }));
}
