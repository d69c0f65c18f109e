import { sql } from 'kysely';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { groupBy } from '../../platform/group-by';
import { OPEN } from './store';
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
 * resources. It runs after guardrails were evaluated, because paths may change with every snapshot.
 */
export class AlertCauses {
  constructor(
    private readonly ctx: Context,
    private readonly deps: CausesDependencies,
  ) {
    ctx.jobs.define(JOB, ({ tenantId }: { tenantId: string }, { signal }) => this.#determine(tenantId, signal));
  }

  async queue(tenantId: string): Promise<void> {
    await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: 'causes' });
  }

  async #determine(tenantId: string, signal: AbortSignal): Promise<void> {
    for (let after = ''; ;) {
      signal.throwIfAborted();
      const last = await this.ctx.db.tenant(tenantId, (tx) => this.#batch(tx, tenantId, after));
      if (last === null) return;
      after = last;
    }
  }

  /** @returns the id of the last alert of the batch; null after the last batch */
  async #batch(tx: Tx, tenantId: string, after: string): Promise<string | null> {
    const alerts = await tx
      .selectFrom('alert')
      .select(['alert_id', 'subject_uri', 'causes'])
      .where('tenant_id', '=', tenantId)
      .where('status', 'in', [...OPEN, 'ALERT_STATUS_IGNORE'])
      .where('alert_id', '>', after)
      .orderBy('alert_id')
      .limit(BATCH)
      .execute();
    const last = alerts.at(-1);
    if (!last) return null;
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
    return last.alert_id;
  }
}

/** Returns the elements that all pairs of an alert have. */
function commonTo(pairs: readonly AlertCause[][]): AlertCause[] {
  const [first = [], ...others] = pairs;
  const keys = others.map((elements) => new Set(elements.map(({ key }) => key)));
  return first.filter(({ key }) => keys.every((of) => of.has(key))).map(({ key, kind, name, uri }) => ({ key, kind, name, uri }));
}
