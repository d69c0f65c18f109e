import { sql } from 'kysely';
import { AlertCauses } from '../src/areas/alerts/causes';
import { writeReconciliation } from '../src/areas/alerts/reconcile-alerts';
import { readSharedElements } from '../src/graph/answers/explain/read-pair-access';
import { changedBetween, readGraphState } from '../src/graph/store/changed-between';
import type { Context } from '../src/platform/context';
import { BASE, CHANGES, OTHER, takeBoth } from './support/changing-company';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

const snapshots = StoredSnapshots.ofEachTest();

/** Determines the causes of alerts. @returns for how many */
async function determine(): Promise<number> {
  let run: ((job: { tenantId: string }, work: { signal: AbortSignal }) => Promise<void>) | undefined;
  let determined = 0;
  const ctx = {
    db: snapshots.db,
    jobs: { define: (_name: string, handler: typeof run) => (run = handler) },
    log: { info: (line: { determined: number }) => (determined = line.determined) },
  };
  new AlertCauses(ctx as unknown as Context, { graph: { sharedElements: readSharedElements, state: readGraphState, changedBetween } });
  await run?.({ tenantId: TENANT }, { signal: new AbortController().signal });
  return determined;
}

/** Raises an alert about each pair of an identity and a resource of its account, and one about all resources of each identity. @returns their number */
async function raise(): Promise<number> {
  const { rows } = await snapshots.db.tenant(TENANT, async (tx) => {
    await sql`
      insert into alert (tenant_id, alert_id, monitor_id, monitor_name, query, finding_key, severity, status, subject_uri, subject_name, subject_type, account_id)
      select ${TENANT}, i.uri || coalesce(' ' || r.uri, ''), 'm', 'm', 'q', i.uri || coalesce(' ' || r.uri, ''), 'HIGH', 'ALERT_STATUS_OPEN', i.uri, i.name, i.type, i.account_id
      from graph_entity i left join lateral (
        select r.uri from graph_entity r where r.valid_to is null and r.is_resource and r.class_id is not null and r.account_id = i.account_id union all select null) r on true
      where i.valid_to is null and i.profile_id is not null`.execute(tx);
    await sql`
      insert into alert_object (tenant_id, alert_id, object_uri, object_name, object_type, account_id, actions_str)
      select ${TENANT}, a.alert_id, r.uri, r.name, r.type, r.account_id, '' from alert a join graph_entity r on r.valid_to is null and r.is_resource
        and r.class_id is not null and r.account_id = a.account_id and (a.alert_id = a.subject_uri or a.alert_id = a.subject_uri || ' ' || r.uri)`.execute(
      tx,
    );
    return sql`select from alert`.execute(tx);
  });
  return rows.length;
}

/** Returns the causes of all alerts, by alert. */
async function causes(): Promise<Map<string, string>> {
  const { rows } = await snapshots.db.tenant(TENANT, (tx) =>
    sql<{ id: string; causes: unknown }>`select alert_id id, causes from alert order by 1`.execute(tx),
  );
  return new Map(rows.map(({ id, causes: all }) => [id, JSON.stringify(all)]));
}

const change = (statement: ReturnType<typeof sql>): Promise<unknown> => snapshots.db.tenant(TENANT, (tx) => statement.execute(tx));

describe.each(Object.entries(CHANGES))('after a snapshot in which %s', (_what, changed) => {
  it('alerts have the causes that they get if all are determined anew', async () => {
    await takeBoth(snapshots, BASE, '2026-01-01');
    const all = await raise();
    expect(await determine()).toBe(all);
    const before = await causes();
    expect(new Set(before.values()).size).toBeGreaterThan(4);
    await takeBoth(snapshots, changed, '2026-01-02');
    const determined = await determine();
    expect(determined).toBeGreaterThan(0);
    expect(determined).toBeLessThanOrEqual(all / 2);
    const after = await causes();
    await change(sql`delete from alert_cause_state`);
    expect(await determine()).toBe(all);
    expect(after).toEqual(await causes());
  });
});

it('determines nothing twice, also by a process that was started anew, and all after a change of the release or of the sources', async () => {
  await takeBoth(snapshots, BASE, '2026-01-01');
  const all = await raise();
  expect([await determine(), await determine()]).toEqual([all, 0]);
  await change(sql`update alert_cause_state set release = '0.0.0'`);
  expect([await determine(), await determine()]).toEqual([all, 0]);
  await change(sql`delete from graph_source where source_uid = ${`aws-${OTHER}`}`);
  expect([await determine(), await determine()]).toEqual([all, 0]);
});

it('determines the causes of new alerts and of those that lost resources', async () => {
  await takeBoth(snapshots, BASE, '2026-01-01');
  await raise();
  await determine();
  const id = `${TENANT}:AWS:${OTHER}:-:USER:bob`;
  const before = (await causes()).get(id);
  const others = await snapshots.db.tenant(TENANT, (tx) =>
    sql<{ uri: string }>`select object_uri uri from alert_object where alert_id = ${id} and object_name <> 'payroll'`.execute(tx),
  );
  const drop = others.rows.map(({ uri }) => ({ alertId: id, objectUri: uri }));
  const guardrail = { monitorId: 'm', name: 'm', query: 'q', severity: 'HIGH' as const, at: new Date(), snapshotId: 1 };
  await snapshots.db.tenant(TENANT, (tx) => writeReconciliation(tx, TENANT, guardrail, { raise: [], close: [], hold: [], drop }));
  expect([await determine(), await determine()]).toEqual([1, 0]);
  expect(before).toBe('[]');
  expect((await causes()).get(id)).toContain('read-payroll');
  await change(sql`update alert set causes = null where alert_id <> ${id} and account_id = ${OTHER}`);
  expect(await determine()).toBeGreaterThan(1);
});
