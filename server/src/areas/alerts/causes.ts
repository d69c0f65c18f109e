import { sql } from 'kysely';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { groupBy } from '../../platform/group-by';
import { OPEN, type AlertRow } from './store';
import type { AlertCause } from './tables';

export interface CausesDependencies {
  graph: {
    /** Returns the elements on all stored access paths of each pair, in the order of the pairs. */
    sharedElements(tx: Tx, tenantId: string, pairs: readonly { identityUri: string; resourceUri: string }[]): Promise<AlertCause[][]>;
  };
}

const JOB = 'alerts.causes';

/** Alerts whose causes one transaction determines. */
const BATCH = 500;

/**
 * Determines what causes each open alert: the statements, assignments, memberships and trusts that lie on all stored access paths to all of its
 * resources. It runs after guardrails were evaluated, because paths may change with every snapshot, and for new alerts before their notifications.
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
      const listed = JSON.stringify(alertIds.slice(start, start + BATCH));
      await this.ctx.db.tenant(tenantId, async (tx) => {
        const alerts = await select(tx, tenantId)
          .where('causes', 'is', null)
          .where(sql<boolean>`alert_id in (select jsonb_array_elements_text(${listed}::jsonb))`)
          .execute();
        await this.#store(tx, tenantId, alerts);
      });
    }
  }

  async #determineAll(tenantId: string, signal: AbortSignal): Promise<void> {
    for (let after = ''; ;) {
      signal.throwIfAborted();
      const last = await this.ctx.db.tenant(tenantId, async (tx) => {
        const alerts = await select(tx, tenantId).where('alert_id', '>', after).orderBy('alert_id').limit(BATCH).execute();
        await this.#store(tx, tenantId, alerts);
        return alerts.at(-1)?.alert_id;
      });
      if (last === undefined) return;
      after = last;
    }
  }

  async #store(tx: Tx, tenantId: string, alerts: readonly Pick<AlertRow, 'alert_id' | 'subject_uri' | 'causes'>[]): Promise<void> {
    if (alerts.length === 0) return;
    // Two transactions that change the same alerts in another order would wait for each other.
    await sql`select pg_advisory_xact_lock(hashtext(${`causes ${tenantId}`}))`.execute(tx);
    const subjects = new Map(alerts.map(({ alert_id: id, subject_uri: uri }) => [id, uri]));
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

/** Returns the elements that all pairs of an alert have. */
function commonTo(pairs: readonly AlertCause[][]): AlertCause[] {
  const [first = [], ...others] = pairs;
  const keys = others.map((elements) => new Set(elements.map(({ key }) => key)));
  return first.filter(({ key }) => keys.every((of) => of.has(key))).map(({ key, kind, name, uri }) => ({ key, kind, name, uri }));
}
