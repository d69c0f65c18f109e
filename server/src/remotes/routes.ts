import type { FastifyInstance } from 'fastify';
import type { Context } from '../context';
import { EVERY_TENANT } from '../events/events';
import { readRaw } from '../http/raw-body';
import { HIJACKED, sendEventStream } from '../http/event-stream';
import type { Mount } from '../http/mount';
import { IMMUTABLE, sendStaticFile } from '../http/static-files';
import type { RemotesService } from './service';

const LARGEST_UPLOAD = 60 * 1024 * 1024;

export function remotesRoutes(mount: Mount, app: FastifyInstance, ctx: Context, remotes: RemotesService): void {
  mount('GET /v1/remotes', async ({ principal, request, reply }) => {
    const view = await remotes.view(principal);
    const etag = `"${view.revision}"`;
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (request.headers['if-none-match'] === etag) {
      await reply.code(304).send();
      return HIJACKED;
    }
    return view;
  });

  mount('GET /v1/remotes/events', async (call) =>
    sendEventStream(call, (send) =>
      ctx.events.subscribe((event) => {
        if (event.tenantId === call.tenantId || event.tenantId === EVERY_TENANT) send(event.kind, {});
      }),
    ),
  );

  mount('GET /v1/remotes/why', async ({ principal, query }) => remotes.why(principal, query.id));
  mount('GET /v1/remotes/{id}/releases', async ({ path }) => remotes.releases(path.id));

  mount('POST /v1/remotes/{id}/releases', async ({ path, query, principal, raw, reply }) => {
    const zipped = await readRaw(raw, LARGEST_UPLOAD);
    const outcome = await remotes.publish(path.id, zipped, principal.email, query.dry_run ?? false);
    if (outcome.created) reply.code(201);
    return outcome;
  });

  mount('PUT /v1/remotes/{id}/channels/{channel}', async ({ path, body, request }) => {
    const ifMatch = request.headers['if-match']?.replace(/^"|"$/g, '');
    const { version, etag } = await remotes.pointChannel(path.id, path.channel, body.version, ifMatch);
    return { id: path.id, channel: path.channel, version, etag };
  });

  mount('PATCH /v1/remotes/{id}/policy', async ({ path, body, principal }) => {
    const { enabled, pin, channel, canary_percent: canaryPercent, reason } = body;
    const policy = await remotes.changePolicy(principal, path.id, { enabled, pin, channel, canaryPercent, reason });
    return { id: path.id, enabled: policy.enabled, pin: policy.pin, channel: policy.channel, canary_percent: policy.canaryPercent, reason: policy.reason };
  });

  app.get('/r/*', async (request, reply) => {
    const path = (request.params as { '*': string })['*'];
    if (await sendStaticFile(request, reply, remotes.folder, path, IMMUTABLE)) return reply;
    return reply.code(404).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('Not found');
  });
}
