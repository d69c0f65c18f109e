import type { FailedObject } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';

export type ExceptionStatus = Exclude<FailedObject['status'], 'OPEN' | 'EXCLUDED'>;

export interface Exception {
  status: ExceptionStatus;
  by: string;
  at: Date;
}

/** Returns the users' decisions about objects, by rule and URI. */
export async function readExceptions(tx: Tx, tenantId: string): Promise<Map<string, Map<string, Exception>>> {
  const rows = await tx.selectFrom('compliance_exception').selectAll().where('tenant_id', '=', tenantId).execute();
  const byRule = new Map<string, Map<string, Exception>>();
  for (const row of rows) {
    const ofRule = byRule.get(row.rule_id) ?? new Map<string, Exception>();
    byRule.set(row.rule_id, ofRule.set(row.object_uri, { status: row.status, by: row.changed_by, at: new Date(row.changed_at) }));
  }
  return byRule;
}

/** Stores a decision about objects. `status` null: they are open again. */
export async function saveExceptions(
  tx: Tx,
  tenantId: string,
  ruleId: string,
  uris: readonly string[],
  change: { status: ExceptionStatus | null; by: string },
): Promise<void> {
  if (uris.length === 0) return;
  await tx
    .deleteFrom('compliance_exception')
    .where('tenant_id', '=', tenantId)
    .where('rule_id', '=', ruleId)
    .where('object_uri', 'in', [...uris])
    .execute();
  const { status, by } = change;
  if (status === null) return;
  const row = { tenant_id: tenantId, rule_id: ruleId, status, changed_by: by, changed_at: new Date() };
  await tx
    .insertInto('compliance_exception')
    .values(uris.map((object_uri) => ({ ...row, object_uri })))
    .execute();
}

/**
 * Reports whether a decision still counts. A remediation counts until a later snapshot still shows the object.
 * @param snapshotAt time of the last snapshot of the object's account; undefined: never
 */
export function isInEffect({ status, at }: Exception, snapshotAt: Date | undefined): boolean {
  return status !== 'REMEDIATED' || snapshotAt === undefined || snapshotAt <= at;
}
