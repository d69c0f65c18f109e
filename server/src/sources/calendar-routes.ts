import type { FastifyBaseLogger } from 'fastify';
import type { Organization, SourceProgress } from '@cam/contracts/server';
import { ApiError } from '../platform/http/errors';
import { toApiError } from '../platform/http/error-mapper';
import type { Mount } from '../platform/http/mount';
import type { SourcesArea } from './sources-area';

/** Snapshots of a page, unless the caller names another number. */
const PAGE = 50;

/** How the snapshots of sources come about: their progress, their runs, and what is left when a source is gone. */
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
    accounts: await sources.takeUpLogs(tenantId, body.account_ids),
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

/** What nobody foresaw has a code of its own here; what it was stands in the server's log. */
function calendarError(error: unknown, log: FastifyBaseLogger): ApiError {
  const foreseen = toApiError(error);
  if (foreseen) return foreseen;
  log.error({ err: error }, 'unexpected error of the calendar');
  return new ApiError(500, 'CALENDAR_ERROR_UNKNOWN', 'Something went wrong with the snapshots. Please try again.');
}

/** How far an organization is: as far as its accounts are together. Its phase is that of the account that is the furthest behind. */
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
