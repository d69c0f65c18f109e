import { sql } from 'kysely';
import { isOneOf } from '../../platform/db/is-one-of';
import serverPackage from '../../../package.json';
import type { GraphState } from '../../graph';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { groupBy } from '../../platform/group-by';
import { isAbout } from './is-about';
import { OPEN, type AlertRow } from './store';
import type { AlertCause } from './tables';

export interface CausesDependencies {
  graph: {
    /** Returns the elements on all stored access paths of each pair, in the order of the pairs. */
    sharedElements(tx: Tx, tenantId: string, pairs: readonly { identityUri: string; resourceUri: string }[]): Promise<AlertCause[][]>;
    /** Returns the state of the graph. */
    state(tx: Tx, tenantId: string): Promise<GraphState>;
    /** Returns the URIs of the entities with other access or other paths than before; null: all. */
    changedBetween(tx: Tx, tenantId: string, states: { before: GraphState; now: GraphState }): Promise<ReadonlySet<string> | null>;
  };
}

const JOB = 'alerts.causes';

const RELEASE = serverPackage.version;

/** Alerts whose causes one transaction determines. */
const BATCH = 500;

/**
 * Determines what causes each open alert: the statements, assignments, memberships and trusts that lie on all stored access paths to all of its
 * resources. It runs after guardrails were evaluated, because paths may change with every snapshot, and for new alerts before their notifications. Alerts about nothing that
 * changed since the last run keep their causes.
 */
export class AlertCauses {
  constructor(
    private readonly ctx: Context,
    private readonly deps: CausesDependencies,
  ) {
    ctx.jobs.define(JOB, ({ tenantId }: { tenantId: string }, { signal }) => this.#determineAll(tenantId, signal));
  }

  async queue(tenantId: string): Promise<void> {
    await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: 'causes' });
  }

  /** Determines the causes of these alerts, unless they are known. */
  async determine(tenantId: string, alertIds: readonly string[]): Promise<void> {
    for (let start = 0; start < alertIds.length; start += BATCH) {
      const part = alertIds.slice(start, start + BATCH);
      await this.ctx.db.tenant(tenantId, async (tx) => {
        const alerts = await select(tx, tenantId).where('causes', 'is', null).where(isOneOf('alert_id', part)).execute();
        await this.#store(tx, tenantId, alerts);
      });
    }
  }

  async #determineAll(tenantId: string, signal: AbortSignal): Promise<void> {
    const { now, ids } = await this.ctx.db.tenant(tenantId, async (tx) => {
      const state = await this.deps.graph.state(tx, tenantId);
      const before = await readState(tx, tenantId);
      const changed = before && (await this.deps.graph.changedBetween(tx, tenantId, { before, now: state }));
      return { now: state, ids: await readIds(tx, tenantId, changed) };
    });
    for (let start = 0; start < ids.length; start += BATCH) {
      signal.throwIfAborted();
      const part = ids.slice(start, start + BATCH);
      await this.ctx.db.tenant(tenantId, async (tx) =>
        this.#store(tx, tenantId, await select(tx, tenantId).where(isOneOf('alert_id', part)).execute()),
      );
    }
    await this.ctx.db.tenant(tenantId, (tx) => saveState(tx, tenantId, now));
    this.ctx.log.info({ tenantId, determined: ids.length }, 'causes determined');
  }

  async #store(tx: Tx, tenantId: string, alerts: readonly Pick<AlertRow, 'alert_id' | 'subject_uri' | 'causes'>[]): Promise<void> {
    if (alerts.length === 0) return;
    // Two transactions that change the same alerts in another order would wait for each other.
    await sql`select pg_advisory_xact_lock(hashtext(${`causes ${tenantId}`}))`.execute(tx);
    const subjects = new Map(alerts.map(({ alert_id: id, subject_uri: uri }) => [id, uri]));
    // Before their resources are read: an alert that loses some meanwhile is due again.
    await tx
      .updateTable('alert')
      .set({ causes_due: false })
      .where('tenant_id', '=', tenantId)
      .where('causes_due', '=', true)
      .where(isOneOf('alert_id', subjects.keys()))
      .execute();
    const objects = await tx
      .selectFrom('alert_object')
      .select(['alert_id', 'object_uri'])
      .where('tenant_id', '=', tenantId)
      .where('alert_id', 'in', [...subjects.keys()])
      .execute();
    const pairs = objects.map(({ alert_id: id, object_uri }) => ({ id, identityUri: subjects.get(id) ?? '', resourceUri: object_uri }));
    const elements = await this.deps.graph.sharedElements(tx, tenantId, pairs);
    const byAlert = groupBy(
      pairs.map(({ id }, index) => ({ id, elements: elements[index] ?? [] })),
      ({ id }) => id,
    );
    const changed = alerts.flatMap(({ alert_id: id, causes: known }) => {
      const causes = commonTo((byAlert.get(id) ?? []).map((pair) => pair.elements));
      return JSON.stringify(known) === JSON.stringify(causes) ? [] : [{ id, causes }];
    });
    if (changed.length > 0)
      await sql`
        update alert a set causes = c.causes from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) c(id text, causes jsonb)
        where a.tenant_id = ${tenantId} and a.alert_id = c.id`.execute(tx);
  }
}

/** Selects the alerts that have causes: open and dismissed ones. */
function select(tx: Tx, tenantId: string) {
  return tx
    .selectFrom('alert')
    .select(['alert_id', 'subject_uri', 'causes'])
    .where('tenant_id', '=', tenantId)
    .where('status', 'in', [...OPEN, 'ALERT_STATUS_IGNORE']);
}

/**
 * Returns the ids of the alerts whose causes have to be determined.
 * @param changed the URIs of the entities whose alerts may have other causes; null: all
 */
async function readIds(tx: Tx, tenantId: string, changed: ReadonlySet<string> | null): Promise<string[]> {
  const rows = await select(tx, tenantId)
    .clearSelect()
    .select('alert_id')
    .$if(changed !== null, (query) => query.where(sql<boolean>`(causes is null or causes_due or ${isAbout(tenantId, changed ?? [])})`))
    .orderBy('alert_id')
    .execute();
  return rows.map(({ alert_id: id }) => id);
}

/** Returns the state for which the causes of all alerts are known; null: none, or by another release. */
async function readState(tx: Tx, tenantId: string): Promise<GraphState | null> {
  const row = await tx.selectFrom('alert_cause_state').select(['head', 'sources', 'release']).where('tenant_id', '=', tenantId).executeTakeFirst();
  return row?.release === RELEASE ? { head: Number(row.head), sources: row.sources } : null;
}

async function saveState(tx: Tx, tenantId: string, { head, sources }: GraphState): Promise<void> {
  const known = { head, sources, release: RELEASE };
  await tx
    .insertInto('alert_cause_state')
    .values({ tenant_id: tenantId, ...known })
    .onConflict((taken) => taken.column('tenant_id').doUpdateSet(known))
    .execute();
}

/** Returns the elements that all pairs of an alert have. */
function commonTo(pairs: readonly AlertCause[][]): AlertCause[] {
  const [first = [], ...others] = pairs;
  const keys = others.map((elements) => new Set(elements.map(({ key }) => key)));
  return first.filter(({ key }) => keys.every((of) => of.has(key))).map(({ key, kind, name, uri }) => ({ key, kind, name, uri }));
}
