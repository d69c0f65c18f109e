import type { Tx } from '../platform/db/database';
import type { StoredSource } from './store';
import type { DifferingFacts } from './tables';

/** The last import of a source. It is another one, or in another phase, as soon as facts are replaced. */
type LastImport = Pick<StoredSource, 'import_id' | 'phase'>;

/** Keeps the result of a check, unless an import has replaced the facts since. @param differing null: the facts are those of the import */
export async function storeCheck(
  tx: Tx,
  tenantId: string,
  uid: string,
  { import_id: importId, phase }: LastImport,
  { at, differing }: { at: Date; differing: DifferingFacts | null },
): Promise<void> {
  await tx
    .updateTable('source')
    .set({ facts_checked_at: at, differing_facts: differing && JSON.stringify(differing) })
    .where('tenant_id', '=', tenantId)
    .where('uid', '=', uid)
    .where('import_id', 'is not distinct from', importId)
    .where('phase', '=', phase)
    .execute();
}

/** Returns when a source of the tenant was last checked; null: never, undefined: no source has facts. */
export async function readLastCheck(tx: Tx, tenantId: string): Promise<Date | null | undefined> {
  const row = await tx
    .selectFrom('source')
    .select('facts_checked_at')
    .where('tenant_id', '=', tenantId)
    .where('last_snapshot_at', 'is not', null)
    .where('is_leaving', '=', false)
    .orderBy('facts_checked_at', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst();
  return row?.facts_checked_at;
}

/** Returns the sources that were checked at this time or later. */
export async function listCheckedSince(tx: Tx, tenantId: string, since: Date): Promise<Set<string>> {
  const rows = await tx.selectFrom('source').select('uid').where('tenant_id', '=', tenantId).where('facts_checked_at', '>=', since).execute();
  return new Set(rows.map(({ uid }) => uid));
}

/** Counts the sources of a tenant whose stored facts differ from their last import. */
export async function countDiffering(tx: Tx, tenantId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('source')
    .select((of) => of.fn.countAll<number>().as('n'))
    .where('tenant_id', '=', tenantId)
    .where('differing_facts', 'is not', null)
    .where('is_leaving', '=', false)
    .executeTakeFirstOrThrow();
  return Number(n);
}
