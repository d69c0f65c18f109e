import { CHANGE_TYPES, type Account, type Api, type ChangeInfo, type ChangeType, type Severity } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { refuseFutureDay, type ChangeFilter, type GraphService, type ListedChange, type ChangeAuthor } from '../../graph';
import { unprocessable } from '../../platform/http/errors';
import type { Mount } from '../../platform/http/mount';
import { summaryOf } from './change-summary';

/** Default page size. */
const PAGE = 50;

type Query = Api['GET /v1/changes/count']['query'];
type Counts = { type: ChangeType; count: number }[];

export interface ChangesDependencies {
  graph: GraphService;
  alerts: { openUris(tx: Tx, tenantId: string): Promise<Map<Severity, string[]>> };
  sources: { accountsOf(tx: Tx, tenantId: string): Promise<Account[]> };
}

export function changesRoutes(mount: Mount, ctx: Context, { graph, alerts, sources }: ChangesDependencies): void {
  mount('GET /v1/changes', async ({ tenantId, query }) => {
    const limit = query['table_options.page_size'] ?? PAGE;
    return ctx.db.tenant(tenantId, async (tx) => {
      const uris = await alerts.openUris(tx, tenantId);
      const filter = filterOf(query, query.alerts_only ? [...uris.values()].flat() : null);
      const page = {
        sort: query['table_options.sorted_field'] ?? 'change_time',
        ascending: query['table_options.sorted_asc'] ?? false,
        offset: (query['table_options.page_number'] ?? 0) * limit,
        limit,
      } as const;
      const lists = (['HIGH', 'MEDIUM', 'LOW'] as const).map((severity) => uris.get(severity) ?? []);
      const { rows, counts } = await graph.listChanges(tx, tenantId, filter, page, lists);
      const names = new Map((await sources.accountsOf(tx, tenantId)).map(({ account_id: id, account_name: name }) => [id, name]));
      const chosen = counts.filter(({ type }) => filter.type === null || type === filter.type);
      const sumOf = (list: number): number => chosen.reduce((sum, { ofLists }) => sum + (ofLists[list] ?? 0), 0);
      const total = chosen.reduce((sum, { count }) => sum + count, 0);
      return {
        change_info_list: rows.map((row) => toInfo(row, names)),
        change_count_list: withAll(counts),
        pages_count: Math.ceil(total / limit),
        total_count: { high_count: sumOf(0), medium_count: sumOf(1), low_count: sumOf(2), total_count: total },
      };
    });
  });

  mount('GET /v1/changes/documents', async ({ tenantId, query: { before, after } }) => {
    const documents = await graph.documents(
      tenantId,
      [before, after].filter((hash) => hash !== undefined),
    );
    const of = (hash: string | undefined): string | null => (hash === undefined ? null : (documents.get(hash) ?? null));
    return { before: of(before), after: of(after) };
  });

  mount('GET /v1/changes/count', async ({ tenantId, query }) => {
    const uris = query.alerts_only ? await ctx.db.tenant(tenantId, (tx) => alerts.openUris(tx, tenantId)) : null;
    return { change_count_list: withAll(await graph.countChanges(tenantId, filterOf(query, uris && [...uris.values()].flat()))) };
  });
}

function filterOf(query: Query, uris: string[] | null): ChangeFilter {
  const [from, until] = [dayOf(query.start_date), dayOf(query.end_date)];
  for (const day of [from, until]) if (day !== null) refuseFutureDay(day);
  if (from !== null && until !== null && from > until) throw unprocessable('DATE_RANGE', 'The range ends before it starts. Choose a later end date.');
  return {
    from,
    until,
    accountId: query.account_id ?? null,
    type: query.resource_type === undefined || query.resource_type === 'ALL' ? null : query.resource_type,
    search: (query['table_options.search_filter'] ?? '').trim(),
    uris,
    widened: query.widened_access ?? false,
  };
}

/** Returns a valid day; null if none is given. */
function dayOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const day = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text)
    throw unprocessable('DATE', `${text} is not a valid date. Write it like 2026-01-31.`);
  return text;
}

/** Puts the total of all types first. */
function withAll(counts: Counts): { type: ChangeType | 'ALL'; count: number }[] {
  const ordered = CHANGE_TYPES.flatMap((type) => counts.filter((entry) => entry.type === type).map(({ count }) => ({ type, count })));
  return [{ type: 'ALL', count: counts.reduce((sum, { count }) => sum + count, 0) }, ...ordered];
}

function toInfo(change: ListedChange & { makers: ChangeAuthor[] }, names: ReadonlyMap<string, string>): ChangeInfo {
  return {
    type: change.type,
    change_time: change.at.toISOString(),
    happened_at: change.makers[0]?.at ?? null,
    uri: change.uri,
    name: change.name,
    resource_type: change.entityType,
    from_account_id: change.accountId,
    account_name: names.get(change.accountId) ?? '',
    region: change.region,
    summary: summaryOf(change),
    relation: change.relation,
    before: change.before,
    after: change.after,
    made_by: change.makers.map(({ event, eventId, at, name, uri, type }) => ({ event_id: eventId, event_name: event, time: at, name, uri, type })),
  };
}
