import type { Mount } from '../../platform/http/mount';
import type { RemotesService } from './service';

/** Mounts the calls for signing keys and for the removal of old releases. */
export function provenanceRoutes(mount: Mount, remotes: RemotesService): void {
  mount('GET /v1/remotes/{id}/signing-keys', async ({ path }) => ({ keys: await remotes.keys.list(path.id) }));

  mount('POST /v1/remotes/{id}/signing-keys', async ({ path, body: { label, public_key: pem }, principal, audit }) => {
    const key = await remotes.keys.add(path.id, { label, pem, by: principal.email });
    audit({ after: key });
    return key;
  });

  mount('DELETE /v1/remotes/{id}/signing-keys/{key_id}', async ({ path, audit }) => {
    const before = await remotes.keys.revoke(path.id, path.key_id);
    audit({ before, after: { ...before, revoked: true } });
    return undefined;
  });

  mount('POST /v1/remotes/prune', async ({ body: { id, keep, dry_run }, principal, audit }) => {
    const removed = await remotes.prune({ id: id ?? null, keep, isDryRun: dry_run === true, by: principal.email });
    // A dry run changes nothing.
    const isUnchanged = dry_run === true || removed.length === 0;
    const releases = removed.map((release) => `${release.id} ${release.version}`);
    audit(isUnchanged ? null : { before: { releases }, after: { releases: [] } });
    return { removed };
  });
}
