import {
  type AccessRow,
  type Api,
  type PartialReason,
  type ReportCriteria,
  type ReportType,
  type UnusedItem,
  type UnusedReportType,
  type UsageEvent,
  isUnusedReport,
  REPORT_TYPE_LABELS,
} from '@cam/contracts/server';
import type { Cell } from '../../platform/files/xlsx/cells';
import type { SheetColumn } from '../../platform/files/xlsx/workbook-writer';
import { ACCESS_COLUMNS, EVENT_COLUMNS, unusedColumns } from './columns';

type Unused = Api['GET /v1/graph-querymgr/unused-accesses'];
export type UnusedView = Pick<Unused['query'], 'identity_type' | 'request_type' | 'search' | 'sorted_field' | 'sorted_asc' | 'include_idle'>;

interface ReportScope {
  tenantId: string;
  accountId: string | null;
}

/** The queries that reports need. */
export interface ReportQueries {
  /** Returns the query as one English sentence; throws 422 with position and expected words if it is incomplete. */
  meaning(query: string): string;
  pages(tenantId: string, query: string, options: { accountId: string | null }): AsyncGenerator<Page>;
}

interface Page {
  kind: 'access' | 'events';
  rows: readonly AccessRow[];
  events: readonly UsageEvent[];
  /** With the first page: why rows may be missing. */
  partial: readonly PartialReason[];
}

/** The inventory data that reports need. */
export interface ReportInventory {
  read(
    scope: ReportScope,
    view: UnusedView,
    slice: { limit: number; offset: number },
  ): Promise<Pick<Unused['answer'], 'total' | 'counted_at' | 'not_assessed' | 'excluded_count'>>;
  all(scope: ReportScope, view: UnusedView): AsyncIterable<UnusedItem[]>;
  /** Returns why rows may be missing. */
  partial(scope: ReportScope): Promise<PartialReason[]>;
}

/** The inventory was counted again during the read, so the rows would mix two graphs. */
export class InventoryRecounted extends Error {}

/** The content of a report: its summary and its rows. */
export interface ReportContent {
  sheet: string;
  facts: readonly (readonly [string, Cell])[];
  /** Why rows may be missing. */
  partial: readonly PartialReason[];
  columns: readonly SheetColumn<never>[];
  /** Last line of a CSV file, which has no summary. */
  closing?: string;
  /** Throws InventoryRecounted if the rows would mix two graphs. */
  parts: () => AsyncIterable<readonly unknown[]>;
  /** Null: not known in advance. */
  total: number | null;
}

export const DEFAULT_QUERY = 'user with-access any';

/** Reads the content of reports: access from queries, unused access from the inventory. */
export class ReportContents {
  constructor(
    private readonly queries: ReportQueries,
    private readonly inventory: ReportInventory,
  ) {}

  /** @throws ApiError 422 for invalid criteria */
  check(type: ReportType, { query }: ReportCriteria): void {
    if (!isUnusedReport(type)) this.queries.meaning(query?.trim() || DEFAULT_QUERY);
  }

  of(scope: ReportScope, type: ReportType, criteria: ReportCriteria): Promise<ReportContent> {
    return isUnusedReport(type) ? this.#unused(scope, type, criteria) : this.#access(scope, criteria);
  }

  async #access({ tenantId, accountId }: ReportScope, criteria: ReportCriteria): Promise<ReportContent> {
    const query = criteria.query?.trim() || DEFAULT_QUERY;
    const pages = this.queries.pages(tenantId, query, { accountId });
    const first = await pages.next();
    const isOfEvents = !first.done && first.value.kind === 'events';
    return {
      sheet: isOfEvents ? 'Events' : 'Access',
      facts: [
        ['Query', query],
        ['Meaning', this.queries.meaning(query)],
      ],
      partial: first.done ? [] : first.value.partial,
      columns: (isOfEvents ? EVENT_COLUMNS : ACCESS_COLUMNS) as readonly SheetColumn<never>[],
      parts: () => partsOf(first, pages),
      total: null,
    };
  }

  async #unused(
    scope: ReportScope,
    type: UnusedReportType,
    { search = '', sorted_field, sorted_asc, include_idle }: ReportCriteria,
  ): Promise<ReportContent> {
    const view: UnusedView = { ...unusedViewOf(type), search, sorted_field, sorted_asc, ...(include_idle ? { include_idle } : {}) };
    const counted = () => this.inventory.read(scope, view, { limit: 1, offset: 0 });
    const before = await counted();
    const { inventory } = this;
    const excluded = `${before.excluded_count} excluded`;
    return {
      sheet: REPORT_TYPE_LABELS[type],
      facts: [
        ['Search', search],
        ['Counted (UTC)', before.counted_at === null ? null : new Date(before.counted_at)],
        ['Unused', 'Access held for 90 days and never used'],
        ['Break-glass, service-linked and provider-managed', include_idle ? 'Included' : 'Left out'],
        ['Excluded', excluded],
        ...before.not_assessed.map(
          ({ account_name: name, step, since }) => ['Not assessed', `${name}: ${since === null ? 'no log. ' : ''}${step}`] as const,
        ),
      ],
      partial: await inventory.partial(scope),
      columns: unusedColumns(type) as readonly SheetColumn<never>[],
      ...(before.excluded_count > 0 ? { closing: excluded } : {}),
      async *parts() {
        yield* inventory.all(scope, view);
        if ((await counted()).counted_at !== before.counted_at) throw new InventoryRecounted();
      },
      total: before.total,
    };
  }
}

/** Returns the inventory view of a report. */
export function unusedViewOf(type: UnusedReportType): Pick<UnusedView, 'identity_type' | 'request_type'> {
  const [, area, by = ''] = /^REPORT_TYPE_UNUSED_ACCESS_(ROLE|IDENTITY_WITHOUT_ROLE|IDENTITY)(_BY_SERVICE|_BY_PRIVILEGE)?_SUMMARY$/.exec(type) ?? [];
  return { identity_type: `UNUSED_${area}`, request_type: `UNUSED${by}_SUMMARY` } as Pick<UnusedView, 'identity_type' | 'request_type'>;
}

async function* partsOf(first: IteratorResult<Page, unknown>, rest: AsyncIterable<Page>): AsyncGenerator<readonly (AccessRow | UsageEvent)[]> {
  if (first.done) return;
  const of = ({ kind, rows, events }: Page): readonly (AccessRow | UsageEvent)[] => (kind === 'events' ? events : rows);
  yield of(first.value);
  for await (const page of rest) yield of(page);
}
