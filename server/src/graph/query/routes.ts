import type { FastifyReply } from 'fastify';
import { USAGE_FIELDS } from '@cam/contracts/server';
import type { Mount } from '../../platform/http/mount';
import { setPartialHeader } from '../../platform/http/partial-results';
import { pointInTime } from '../../platform/http/point-in-time';
import type { Principal } from '../../platform/http/principal';
import type { QueryCaller, QueryService } from './service';

/** Default page size of events. */
const PAGE_SIZE = 20;

export function queryRoutes(mount: Mount, queries: QueryService): void {
  mount('POST /v1/graph-querymgr/autocomplete', async ({ principal, body }) => queries.complete(caller(principal, body.account_id), body.input));
  mount('POST /v1/graph-querymgr/words', async ({ principal, body }) => queries.words(caller(principal, body.account_id), body.input));
  mount('POST /v1/graph-querymgr/autocomplete-user', async ({ principal, body, reply, signal }) => {
    const who = caller(principal, body.account_id);
    const answered = await queries.search(who, body.input, body.session_props ?? {}, { inHistory: body.in_history, lastUse: body.with_last_use });
    const opened = body.session_props?.session_id ? null : answered.body.session_id;
    if (opened) closeUnlessDelivered(reply, signal, () => queries.close(who, opened));
    setPartialHeader(reply, answered.partial);
    return answered.body;
  });
  mount('POST /v1/graph-querymgr/close-session', async ({ principal, body }) => {
    await queries.close(caller(principal, undefined), body.session_id);
    return { error: '' };
  });
  mount('POST /v1/graph-querymgr/why-empty', async ({ principal, body }) => queries.whyEmpty(caller(principal, body.account_id), body.input));
  mount('GET /v1/usage/usage', async ({ principal, query, reply }) => {
    const fields = query['table_options.search_fields'];
    const text = query['table_options.search_filter']?.trim() ?? '';
    const { events, pages, partial } = await queries.activity(
      caller(principal, query.account_id),
      { identity: query.username, input: query['table_options.query'] },
      {
        since: pointInTime(query.start_time),
        until: pointInTime(query.end_time),
        page: query['table_options.page_number'] ?? 0,
        pageSize: query['table_options.page_size'] ?? PAGE_SIZE,
        sortedBy: query['table_options.sorted_field'] ?? 'timestamp',
        ascending: query['table_options.sorted_asc'] ?? true,
        search: text === '' ? null : { text, fields: fields?.length ? fields : USAGE_FIELDS },
      },
    );
    setPartialHeader(reply, partial);
    return { pages_count: pages, usage_info_list: events };
  });
  mount('GET /v1/usage/eventraw', async ({ tenantId, query }) => ({ unparsed_event: await queries.rawEvent(tenantId, query.event_id) }));
}

function caller({ tenantId, email }: Principal, accountId: string | undefined): QueryCaller {
  return { tenantId, email, accountId: accountId ?? null };
}

/** Closes a new session when the client disconnects before the response arrives. The client would not know the session and could not close it. */
function closeUnlessDelivered({ raw }: FastifyReply, signal: AbortSignal, close: () => Promise<void>): void {
  // A session that cannot be closed now expires later.
  const leave = (): void => {
    if (!raw.writableFinished) void close().catch(() => undefined);
  };
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
}
