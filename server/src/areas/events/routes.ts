import type { Webhook } from '@cam/contracts/server';
import { sendEventStream } from '../../platform/http/event-stream';
import type { Mount } from '../../platform/http/mount';
import { readableKinds, type EventFeed } from './feed';
import { streamEvents } from './stream';
import type { Webhooks } from './webhooks';

/** Default size of a page. */
const PAGE = 100;

export function eventRoutes(mount: Mount, feed: EventFeed, webhooks: Webhooks): void {
  mount('GET /v1/events', async ({ tenantId, principal, query: { after = 0, limit = PAGE, kinds } }) =>
    feed.page(tenantId, { after, limit, kinds: readableKinds(principal.rights, kinds) }),
  );

  mount('GET /v1/events/stream', async ({ tenantId, principal, query, request, reply }) => {
    const kinds = readableKinds(principal.rights, query.kinds);
    const lastId = Number(request.headers['last-event-id'] ?? NaN);
    const after = Number.isSafeInteger(lastId) && lastId >= 0 ? lastId : (query.after ?? (await feed.last(tenantId)));
    return sendEventStream({ request, reply, principal }, (send) => streamEvents(feed, { tenantId, kinds, after, log: request.log }, send));
  });

  mount('GET /v1/webhooks', async ({ tenantId }) => ({ webhooks: await webhooks.list(tenantId) }));

  mount('POST /v1/webhooks', async ({ tenantId, principal, body: { label, url, bucket, kinds, format = 'CAM' }, audit }) => {
    const created = await webhooks.create(tenantId, {
      label,
      url,
      bucket,
      format,
      kinds: readableKinds(principal.rights, kinds),
      by: principal.email,
    });
    audit({ after: audited(created.webhook) });
    return created;
  });

  mount(
    'PATCH /v1/webhooks/{webhook_id}',
    async ({ tenantId, principal, path, body: { req_hdr: _header, account_id: _account, account_uid: _source, kinds, ...change }, audit }) => {
      const readable = kinds === undefined ? {} : { kinds: readableKinds(principal.rights, kinds) };
      const { before, after } = await webhooks.change(tenantId, path.webhook_id, { ...change, ...readable });
      audit({ before: audited(before), after: audited(after) });
      return after;
    },
  );

  mount('DELETE /v1/webhooks/{webhook_id}', async ({ tenantId, path, audit }) => {
    audit({ before: audited(await webhooks.remove(tenantId, path.webhook_id)) });
    return undefined;
  });

  mount('POST /v1/webhooks/{webhook_id}/secret', ({ tenantId, path }) => webhooks.renewSecret(tenantId, path.webhook_id));

  mount('POST /v1/webhooks/{webhook_id}/test', async ({ tenantId, path }) => webhooks.test(tenantId, path.webhook_id));

  mount('POST /v1/webhooks/{webhook_id}/replay', async ({ tenantId, path, body, audit }) => {
    const { before, after } = await webhooks.replay(tenantId, path.webhook_id, body.after);
    audit({ before: { label: before.label, after_event: before.sent_seq }, after: { label: after.label, after_event: after.sent_seq } });
    return after;
  });

  mount('GET /v1/webhooks/{webhook_id}/attempts', async ({ tenantId, path }) => ({
    attempts: await webhooks.attempts(tenantId, path.webhook_id),
  }));
}

/** Returns what the audit log says about a webhook. */
function audited({ label, url, bucket, kinds, format, state }: Webhook): object {
  return { label, url, ...(bucket ? { bucket } : {}), kinds, format, state };
}
