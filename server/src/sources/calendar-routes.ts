import type { FastifyBaseLogger } from 'fastify';
import type { Organization, SourceProgress } from '@cam/contracts/server';
import { ApiError } from '../platform/http/errors';
import { toApiError } from '../platform/http/error-mapper';
import type { Mount } from '../platform/http/mount';
import type { SourcesArea } from './sources-area';

/** Snapshots per page, unless the request asks for another number. */
const PAGE = 50;

/**
 * Mounts the calls about snapshots: their progress, history and schedule, runs on demand, resets, and the cleanup after a deleted source.
 * Unexpected errors become 500 CALENDAR_ERROR_UNKNOWN.
 */
export function calendarRoutes(mountAny: Mount, { sources, organizations }: Pick<SourcesArea, 'sources' | 'organizations'>): void {
  const mount: Mount = (key, handler) =>
    mountAny(key, (call) =>
      handler(call).catch((error: unknown) => {
        throw calendarError(error, call.request.log);
      }),
    );

  mount('GET /v1/calendar/progress', async ({ tenantId }) => {
    const [progress, all] = [await sources.progress(tenantId), await organizations.list(tenantId)];
    return {
      organization_sources: all.map((organization) => progressOf(organization, progress)),
      sources: progress,
      progress_list: progress.map(({ account_id, progress: done }) => ({ account_id, progress: done })),
    };
  });

  mount('GET /v1/calendar/onboardingProgress', async ({ tenantId, query }) => {
    const onboarding = await sources.onboarding(tenantId, query.uid);
    return { onboarding, in_progress: onboarding.some(({ in_progress: is }) => is), error: '' };
  });

  mount('GET /v1/calendar/snapshots', async ({ tenantId, query }) => {
    const limit = query['table_options.page_size'] ?? PAGE;
    const filter = { uid: query.uid ?? null, status: query.status ?? null, search: (query['table_options.search_filter'] ?? '').trim() };
    const page = { offset: (query['table_options.page_number'] ?? 0) * limit, limit };
    const { snapshots, total } = await sources.snapshots(tenantId, query.view, filter, page);
    return { snapshots, total_count: total };
  });

  mount('PATCH /v1/calendar/schedule', async ({ tenantId, body, audit }) => {
    audit(await sources.schedule(tenantId, body.uids, body.schedule));
    return { error: '' };
  });

  mount('PATCH /v1/calendar/onDemandRunFSM', async ({ tenantId, body: { uid, uids } }) => ({
    started: await sources.runAgain(tenantId, uid === undefined ? uids : [uid]),
    error: '',
  }));

  mount('POST /v1/usage/onboardaccounts', async ({ tenantId, body }) => ({
    accounts: await sources.onboardLogs(tenantId, body.account_ids),
    error: '',
  }));

  mount('POST /v1/calendar/resetFSMState', async ({ tenantId, body }) => {
    await sources.reset(tenantId, body.uid);
    return { error: '' };
  });

  mount('POST /v1/calendar/cleanup', async ({ tenantId, body }) => {
    await sources.cleanUp(tenantId, body.id);
    return { error: '' };
  });
}

/** Gives unexpected errors the code of this area. The server's log has the details. */
function calendarError(error: unknown, log: FastifyBaseLogger): ApiError {
  const known = toApiError(error);
  if (known) return known;
  log.error({ err: error }, 'unexpected error of the calendar');
  return new ApiError(
    500,
    'CALENDAR_ERROR_UNKNOWN',
    'The snapshot request failed because of an error on the server. Try again; the server log has the cause.',
  );
}

/** Returns the progress of an organization: the mean of its accounts. Its phase is that of the account with the least progress. */
function progressOf(
  { organization_uid: uid, organization_id: id, account_info: accounts }: Organization,
  all: readonly SourceProgress[],
): SourceProgress {
  const uids = new Set(accounts.map((account) => account.uid));
  const own = all.filter((source) => uids.has(source.uid));
  const [last] = [...own].sort((a, b) => a.progress - b.progress);
  const done = own.reduce((sum, { progress }) => sum + progress, 0);
  return {
    uid,
    account_id: id,
    current_phase_enum: last?.current_phase_enum ?? 'PHASE_DONE',
    progress: own.length === 0 ? 100 : done / own.length,
    messages: [],
    snapshot_time: own.reduce<string | null>((newest, { snapshot_time: time }) => ((time ?? '') > (newest ?? '') ? time : newest), null),
  };
}
