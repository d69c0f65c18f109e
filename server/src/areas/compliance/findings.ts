import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database';
import { bulkInsert } from '../../platform/db/bulk-insert';

/**
 * Stores since when each object fails a rule: since the first snapshot of the current run of failures.
 * @param sinceOf returns the time of the snapshot that shows the failure of an object
 * @returns the latest of the new times; null if no object newly fails
 */
export async function noteFindings(
  tx: Tx,
  tenantId: string,
  ruleId: string,
  uris: readonly string[],
  sinceOf: (uri: string) => Date,
): Promise<Date | null> {
  const known = new Set((await readFindings(tx, tenantId, ruleId)).keys());
  const failing = new Set(uris);
  const gone = [...known].filter((uri) => !failing.has(uri));
  const added = [...failing].filter((uri) => !known.has(uri));
  const GONE_AT_ONCE = 5000;
  for (let from = 0; from < gone.length; from += GONE_AT_ONCE) {
    await tx
      .deleteFrom('compliance_finding')
      .where('tenant_id', '=', tenantId)
      .where('rule_id', '=', ruleId)
      .where('object_uri', 'in', gone.slice(from, from + GONE_AT_ONCE))
      .execute();
  }
  const rows = added.map((object_uri) => ({ tenant_id: tenantId, rule_id: ruleId, object_uri, since: sinceOf(object_uri) }));
  await bulkInsert(tx, 'compliance_finding', rows, { onConflictDoNothing: true });
  return rows.reduce<Date | null>((latest, { since }) => (latest === null || since > latest ? since : latest), null);
}

/** Moves the start of runs of failures back to an earlier snapshot that shows them too. */
export async function startEarlier(tx: Tx, tenantId: string, ruleId: string, uris: readonly string[], sinceOf: (uri: string) => Date): Promise<void> {
  const times = JSON.stringify(uris.map((uri) => ({ uri, since: sinceOf(uri).toISOString() })));
  await sql`
    update compliance_finding f set since = e.since::timestamptz from jsonb_to_recordset(${times}::jsonb) e(uri text, since text)
    where f.tenant_id = ${tenantId} and f.rule_id = ${ruleId} and f.object_uri = e.uri and f.since > e.since::timestamptz`.execute(tx);
}

/** Returns since when objects fail a rule, by URI. */
export async function readFindings(tx: Tx, tenantId: string, ruleId: string): Promise<Map<string, Date>> {
  return (await readAllFindings(tx, tenantId, [ruleId])).get(ruleId) ?? new Map<string, Date>();
}

/** Does the same for several rules, by rule. A rule without known failures is missing. */
export async function readAllFindings(tx: Tx, tenantId: string, ruleIds: readonly string[]): Promise<Map<string, Map<string, Date>>> {
  const found = new Map<string, Map<string, Date>>();
  if (ruleIds.length === 0) return found;
  const rows = await tx
    .selectFrom('compliance_finding')
    .select(['rule_id', 'object_uri', 'since'])
    .where('tenant_id', '=', tenantId)
    .where('rule_id', 'in', [...ruleIds])
    .execute();
  for (const { rule_id: rule, object_uri: uri, since } of rows) {
    const ofRule = found.get(rule) ?? new Map<string, Date>();
    found.set(rule, ofRule);
    ofRule.set(uri, new Date(since));
  }
  return found;
}
