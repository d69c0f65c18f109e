import type { FastifyInstance } from 'fastify';
import { stageInWords, type PublisherToken, type Release } from '@cam/contracts/server';
import { ApiError } from '../../platform/http/errors';
import { HIJACKED, sendEventStream } from '../../platform/http/event-stream';
import type { Mount } from '../../platform/http/mount';
import { readRaw } from '../../platform/http/raw-body';
import type { Context } from '../../platform/context';
import { EVERY_TENANT } from '../../platform/events/events';
import type { Published } from './publisher';
import type { RemotePolicy } from './release';
import { deliveryRoutes } from './delivery-routes';
import { provenanceRoutes } from './provenance-routes';
import { releaseFilesRoute } from './release-files-route';
import { ReportLimit } from './report-limit';
import { stageOf } from './rollout';
import type { RemotesService } from './service';

/** Limit of a report's length, bytes. */
const REPORT_BYTES = 64 * 1024;

export function remotesRoutes(mount: Mount, app: FastifyInstance, ctx: Context, remotes: RemotesService): void {
  const reportLimit = new ReportLimit();
  releaseFilesRoute(app, remotes);
  provenanceRoutes(mount, remotes);
  deliveryRoutes(mount, remotes, remotes.delivery);

  mount('GET /v1/remotes', async ({ principal, query, request, reply }) => {
    const view = await remotes.view(principal, query.host, query.try, query.digests);
    const etag = `"${view.revision}"`;
    reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'authorization');
    if (request.headers['if-none-match'] === etag) {
      await reply.code(304).send();
      return HIJACKED;
    }
    return view;
  });

  mount('GET /v1/remotes/events', async ({ principal, tenantId, query, request, reply }) =>
    sendEventStream({ request, reply, principal }, (send) => {
      let last = '';
      const tell = (name: 'current' | 'revision'): void =>
        void remotes.view(principal, query.host, query.try).then(
          ({ revision }) => {
            // A release that no channel points at, for example, changes nothing for this console.
            if (revision !== last) send(name, { revision });
            last = revision;
          },
          (err: unknown) => request.log.error({ err }, 'a console could not be notified of a change'),
        );
      const unsubscribe = ctx.events.subscribe((event) => {
        if (event.kind === 'revision' && (event.tenantId === tenantId || event.tenantId === EVERY_TENANT)) tell('revision');
      });
      // This covers changes before the stream opened.
      tell('current');
      return unsubscribe;
    }),
  );

  mount('GET /v1/remotes/why', async ({ principal, query }) => ({ id: query.id, ...(await remotes.why(principal, query.id, query.host)) }));

  mount('GET /v1/remotes/{id}/releases', async ({ path }) => {
    const { releases, channels } = await remotes.releases(path.id);
    return { releases: releases.map(toRelease), channels };
  });

  mount('POST /v1/remotes/{id}/releases', async ({ path, query, raw, principal, reply, audit }) => {
    const published = await remotes.publish({ id: path.id, upload: raw, by: principal.email, dryRun: query.dry_run === true });
    // A dry run or an already published release changes nothing.
    audit(published.created ? { after: toRelease(published.release) } : null);
    reply.code(published.created ? 201 : 200);
    return { release: toRelease(published.release), created: published.created, warnings: published.warnings };
  });

  mount('PUT /v1/remotes/{id}/channels/{channel}', async ({ path, body, principal, request, reply, audit }) => {
    const { moved, pointer, before } = await remotes.channels.move({
      ...path,
      version: body.version,
      by: principal.email,
      reason: body.reason ?? '',
      once: body.once === true,
      stage: stageOf(body.rollout),
      ifMatch: request.headers['if-match']?.replaceAll('"', '') ?? null,
    });
    const reason = body.reason ?? '';
    const { version, rollout } = pointer;
    audit(moved ? { before: { version: before }, after: { version, ...(rollout ? { rollout: stageInWords(rollout) } : {}), reason } } : null);
    reply.header('etag', `"${pointer.etag}"`);
    return { ...path, ...pointer };
  });

  mount('GET /v1/remotes/operations', async ({ principal, query }) => remotes.operations(principal, query.host));

  mount('POST /v1/remotes/loads', async ({ principal, body }) => {
    await remotes.countLoads(principal, body.loads);
    return undefined;
  });

  mount('POST /v1/remotes/vitals', async ({ body }) => {
    await remotes.health.countVitals(body.vitals);
    return undefined;
  });

  mount('POST /v1/remotes/spans', async ({ tenantId, body }) => {
    ctx.telemetry.sendBrowserSpans(body.spans, tenantId);
    return undefined;
  });

  mount('POST /v1/remotes/errors', async ({ tenantId, body }) => {
    await remotes.health.keepErrors(tenantId, body.errors);
    return undefined;
  });

  mount('GET /v1/remotes/{id}/health', async ({ path, tenantId }) => remotes.health.of(tenantId, path.id));

  mount('POST /v1/remotes/violations', async ({ raw, request }) => {
    if (!reportLimit.take(request.ip, Date.now())) throw new ApiError(429, 'TOO_MANY_REPORTS', 'Too many reports. Try again in a minute.');
    await remotes.countViolations((await readRaw(raw, REPORT_BYTES)).toString('utf8'));
    return undefined;
  });

  mount('GET /v1/remotes/rings', async () => ({ early: await remotes.tenantsWith({ ring: 'early' }) }));

  mount('PUT /v1/remotes/rings/{tenant_id}', async ({ path: { tenant_id }, body: { ring }, principal, audit }) => {
    const before = await remotes.changePlace(tenant_id, { ring }, principal.email);
    audit({ before: { tenant_id, ring: before.ring }, after: { tenant_id, ring } });
    return { tenant_id, ring };
  });

  mount('GET /v1/remotes/in-use', async () => ({ releases: await remotes.inUse() }));

  mount('GET /v1/remotes/{id}/in-use', async ({ path }) => ({ releases: await remotes.inUseOf(path.id) }));

  mount('GET /v1/remotes/{id}/history', async ({ path, query, tenantId }) => ({
    changes: await remotes.history(tenantId, path.id, query.limit ?? 100),
  }));

  mount('GET /v1/remotes/{id}/publisher-tokens', async ({ path }) => ({ tokens: await remotes.tokens.list(path.id) }));

  mount('POST /v1/remotes/{id}/publisher-tokens', async ({ path, body, principal, tenantId, audit }) => {
    const { label, channels = [], days } = body;
    const { token, kept } = await remotes.tokens.create({ id: path.id, label, channels, days, by: principal.email, tenantId });
    audit({ after: auditDetail(kept) });
    return { token, publisher_token: kept };
  });

  mount('DELETE /v1/remotes/{id}/publisher-tokens/{token_id}', async ({ path, audit }) => {
    const before = await remotes.tokens.revoke(path.id, path.token_id);
    audit({ before: auditDetail(before), after: auditDetail({ ...before, revoked: true }) });
    return undefined;
  });

  mount('PATCH /v1/remotes/{id}/policy', async ({ path, body, principal, audit }) => {
    const { before, after } = await remotes.changePolicy(principal, path.id, {
      reason: body.reason,
      ...(body.enabled === undefined ? {} : { enabled: body.enabled }),
      ...(body.pin === undefined ? {} : { pin: body.pin }),
      ...(body.channel === undefined ? {} : { channel: body.channel }),
      ...(body.signed_only === undefined ? {} : { signedOnly: body.signed_only }),
      ...(body.canary_percent === undefined ? {} : { canaryPercent: body.canary_percent }),
    });
    audit({ before: toPolicy(before), after: toPolicy(after) });
    return { id: path.id, ...toPolicy(after) };
  });
}

function toPolicy({ canaryPercent, signedOnly, ...policy }: RemotePolicy) {
  return { ...policy, canary_percent: canaryPercent, signed_only: signedOnly };
}

/** Returns the audit detail of a publisher token. */
function auditDetail({ id, label, channels, expires_at, revoked }: PublisherToken) {
  return { id, label, channels, expires_at, revoked };
}

function toRelease(release: Published['release']): Release {
  return {
    id: release.id,
    version: release.version,
    published_at: release.publishedAt,
    published_by: release.publishedBy,
    bytes: release.bytes,
    files: release.fileCount,
    digest: release.digest,
    commit: release.commit,
    builder: release.builder,
    key_id: release.keyId,
  };
}
