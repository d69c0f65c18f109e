import { type Api, type PartialReason, type UnusedItem, UNUSED_IDENTITY_TYPES } from '@cam/contracts/server';
import type { Tx } from '../../../platform/db/database';
import type { InventoryRequest } from './answers';
import type { IdentityTotal } from './facts';
import type { Overview } from './overview';
import { unusedQuery } from './queries';
import { countFacts, readFacts } from './store';
import { readNotAssessed } from './not-assessed';
import type { UnusedExclusions } from './unused-exclusions';
import { AREA, ITEMS, tallyCounts, type Hidden, type Slice, type UnusedView } from './unused-items';
import { countIdleOf, countUnusedOf, sumOf, UNKNOWN } from './unused-totals';

type Call = Api['GET /v1/graph-querymgr/unused-accesses'];
type IdentityType = Call['query']['identity_type'];
type HiddenOf = (view: Pick<UnusedView, 'identity_type' | 'request_type'>) => Promise<Hidden>;

/** The most rows of one response. */
const MOST = 500;

/** Page size for reading a whole view. */
const CHUNK = 1000;

/** Access unused for 90 days: roles, and identities with and without roles, each also by service and by sensitive privilege. */
export class UnusedAccess {
  constructor(
    private readonly overview: Overview,
    private readonly exclusions: UnusedExclusions,
  ) {}

  read(request: InventoryRequest, view: UnusedView, slice: Slice = { limit: MOST, offset: 0 }): Promise<Call['answer']> {
    return this.overview.read(request, async (tx, names, counted) => {
      const hiddenOf = this.#hiddenOf(tx, request.tenantId, view);
      const { items, total } = await ITEMS[view.request_type](tx, request, { ...view, ...(await hiddenOf(view)) }, names, slice);
      const totals = await readFacts(tx, request.tenantId, 'identity_total', request);
      return {
        ...counted,
        items,
        total,
        query: view.request_type === 'UNUSED_SUMMARY' ? unusedQuery(view.identity_type, view.include_idle) : '',
        top_level_count_for_unused_access: await this.#topLevelCounts(tx, request, totals, view, hiddenOf),
        excluded_count: await this.exclusions.count(tx, request, searched(view)),
        usage_onboarding_in_progress: names.accounts.some(({ last_snapshot_time }) => last_snapshot_time === null),
        not_judged: sumOf(totals, UNKNOWN[view.identity_type]),
        idle_count: countIdleOf(totals, view.identity_type),
        not_assessed: await readNotAssessed(tx, request, names),
      };
    });
  }

  /** Counts the unused roles or identities that a view leaves out because of exclusions. */
  countExcluded(request: InventoryRequest, view: UnusedView): Promise<number> {
    if (view.show_excluded) return Promise.resolve(0);
    return this.overview.read(request, (tx) => this.exclusions.count(tx, request, searched(view)));
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
      const { items, total } = await this.overview.read(request, async (tx, names) => {
        const hidden = await this.#hiddenOf(tx, request.tenantId, view)(view);
        return ITEMS[view.request_type](tx, request, { ...view, ...hidden }, names, slice);
      });
      yield items;
      if (offset + CHUNK >= total) return;
    }
  }

  /** Returns what the tables of a request leave out. */
  #hiddenOf(tx: Tx, tenantId: string, { show_excluded: showsAll = false }: UnusedView): HiddenOf {
    const access = this.exclusions.hiddenAccess(tx, tenantId);
    return async ({ identity_type: type, request_type: table }) => {
      const by = table === 'UNUSED_BY_SERVICE_SUMMARY' ? 'service' : table === 'UNUSED_BY_PRIVILEGE_SUMMARY' ? 'privilege' : null;
      if (showsAll) return { isHidden: null, tallies: {} };
      return { isHidden: this.exclusions.covers(tenantId), tallies: by === null ? {} : await access(type, by) };
    };
  }

  async #topLevelCounts(
    tx: Tx,
    request: InventoryRequest,
    totals: readonly IdentityTotal[],
    { include_idle: includesIdle, show_excluded: showsAll }: UnusedView,
    hiddenOf: HiddenOf,
  ): Promise<Call['answer']['top_level_count_for_unused_access']> {
    const counts: Call['answer']['top_level_count_for_unused_access'] = [];
    for (const identity_type of UNUSED_IDENTITY_TYPES as readonly IdentityType[]) {
      const view = { identity_type, include_idle: includesIdle };
      const excluded = showsAll ? 0 : await this.exclusions.count(tx, request, view);
      counts.push({ identity_type, request_type: 'UNUSED_SUMMARY', count: countUnusedOf(totals, identity_type, includesIdle) - excluded });
      for (const by of ['service', 'privilege'] as const) {
        const request_type = by === 'service' ? 'UNUSED_BY_SERVICE_SUMMARY' : 'UNUSED_BY_PRIVILEGE_SUMMARY';
        const where = tallyCounts(view, (await hiddenOf({ identity_type, request_type })).tallies).isListed;
        const count = await countFacts(tx, request.tenantId, `${AREA[identity_type]}_${by}`, { accountId: request.accountId, where });
        counts.push({ identity_type, request_type, count });
      }
    }
    return counts;
  }
}

/** The search of a list of services or privileges does not concern the names of identities. */
function searched({ search, ...view }: UnusedView): UnusedView {
  return view.request_type === 'UNUSED_SUMMARY' ? { ...view, search } : view;
}
