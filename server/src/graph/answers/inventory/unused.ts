import { type Api, type PartialReason, type UnusedItem, UNUSED_IDENTITY_TYPES } from '@cam/contracts/server';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import type { InventoryRequest } from './answers';
import type { IdentityTotal, Section } from './facts';
import type { Overview } from './overview';
import { unusedQuery } from './queries';
import { countFacts, readFacts } from './store';
import { readNotAssessed } from './not-assessed';
import { AREA, IDENTITY_ROW, ITEMS, listed, tallyCounts, type ExcludedIdentities, type Slice, type UnusedView } from './unused-items';
import { countIdleOf, countUnusedOf, sumOf, UNKNOWN } from './unused-totals';

type Call = Api['GET /v1/graph-querymgr/unused-accesses'];
type IdentityType = Call['query']['identity_type'];

/** The most rows of one response. */
const MOST = 500;

/** Page size for reading a whole view. */
const CHUNK = 1000;

/** Access unused for 90 days: roles, and identities with and without roles, each also by service and by sensitive privilege. */
export class UnusedAccess {
  constructor(
    private readonly overview: Overview,
    private readonly excluded: ExcludedIdentities,
  ) {}

  read(request: InventoryRequest, view: UnusedView, slice: Slice = { limit: MOST, offset: 0 }): Promise<Call['answer']> {
    return this.overview.read(request, async (tx, names, counted) => {
      const hidden = this.excluded(request.tenantId, IDENTITY_ROW);
      const shown = { ...view, isHidden: view.show_excluded ? null : hidden };
      const { items, total } = await ITEMS[view.request_type](tx, request, shown, names, slice);
      const excludedOf = (identity_type: IdentityType): Promise<number> =>
        countFacts(tx, request.tenantId, 'identity', { ...request, where: sql<boolean>`${listed({ ...view, identity_type })} and ${hidden}` });
      const totals = await readFacts(tx, request.tenantId, 'identity_total', request);
      return {
        ...counted,
        items,
        total,
        query: view.request_type === 'UNUSED_SUMMARY' ? unusedQuery(view.identity_type, view.include_idle) : '',
        top_level_count_for_unused_access: await topLevelCounts(tx, request, totals, view, view.show_excluded ? async () => 0 : excludedOf),
        excluded_count: await excludedOf(view.identity_type),
        usage_onboarding_in_progress: names.accounts.some(({ last_snapshot_time }) => last_snapshot_time === null),
        not_judged: sumOf(totals, UNKNOWN[view.identity_type]),
        idle_count: countIdleOf(totals, view.identity_type),
        not_assessed: await readNotAssessed(tx, request, names),
      };
    });
  }

  /** Returns why views may be incomplete. */
  partial(request: InventoryRequest): Promise<PartialReason[]> {
    return this.overview.partial(request);
  }

  /** Returns the unused identities and roles as findings, excluded ones included. */
  async findings(tenantId: string) {
    const found: { uri: string; name: string; referenceId: string; referenceName: string; accountId: string }[] = [];
    for (const identity_type of UNUSED_IDENTITY_TYPES) {
      const view = { identity_type, request_type: 'UNUSED_SUMMARY', include_idle: true, show_excluded: true } as const;
      for await (const items of this.all({ tenantId, accountId: null }, view))
        for (const { uri, name, policy_account_id: accountId } of items) found.push({ uri, name, referenceId: '', referenceName: '', accountId });
    }
    return found;
  }

  /** Yields all rows of a view in parts. */
  async *all(request: InventoryRequest, view: UnusedView): AsyncGenerator<UnusedItem[]> {
    for (let offset = 0; ; offset += CHUNK) {
      const slice = { limit: CHUNK, offset };
      const shown = { ...view, isHidden: view.show_excluded ? null : this.excluded(request.tenantId, IDENTITY_ROW) };
      const { items, total } = await this.overview.read(request, (tx, names) => ITEMS[view.request_type](tx, request, shown, names, slice));
      yield items;
      if (offset + CHUNK >= total) return;
    }
  }
}

async function topLevelCounts(
  tx: Tx,
  { tenantId, accountId }: InventoryRequest,
  totals: readonly IdentityTotal[],
  view: Pick<UnusedView, 'include_idle'>,
  excludedOf: (type: IdentityType) => Promise<number>,
): Promise<Call['answer']['top_level_count_for_unused_access']> {
  const counts: Call['answer']['top_level_count_for_unused_access'] = [];
  for (const identity_type of UNUSED_IDENTITY_TYPES as readonly IdentityType[]) {
    const of = (by: string): Promise<number> =>
      countFacts(tx, tenantId, `${AREA[identity_type]}_${by}` as Section, { accountId, where: tallyCounts(view).isListed });
    counts.push(
      {
        identity_type,
        request_type: 'UNUSED_SUMMARY',
        count: countUnusedOf(totals, identity_type, view.include_idle) - (await excludedOf(identity_type)),
      },
      { identity_type, request_type: 'UNUSED_BY_SERVICE_SUMMARY', count: await of('service') },
      { identity_type, request_type: 'UNUSED_BY_PRIVILEGE_SUMMARY', count: await of('privilege') },
    );
  }
  return counts;
}
