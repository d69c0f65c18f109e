import { sql } from 'kysely';
import { endpoints, type AuditEntry, type Endpoint } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { masked } from './masked';
import { PAGE_WRITES } from './page-writes';
import type { AuditRecord } from '../../platform/http/audit-record';

export interface AuditFilter {
  search: string;
  /** Days (YYYY-MM-DD, UTC), both inclusive. */
  start?: string;
  end?: string;
}

/** The audit log of changes in the product. Entries are kept forever and never change. */
export class AuditLog {
  constructor(private readonly ctx: Context) {}

  /** Records a write. It never fails, because the write is already done; a storage error goes to the server's log. */
  async record({ principal, address, call, subject, before, after }: AuditRecord): Promise<void> {
    const { tenantId, email } = principal;
    try {
      await this.ctx.db.tenant(tenantId, (tx) =>
        tx
          .insertInto('audit_entry')
          .values({ tenant_id: tenantId, actor: email, address, call, subject, before: json(before), after: json(after) })
          .execute(),
      );
    } catch (err) {
      this.ctx.log.error({ err, tenantId, actor: email, call, subject }, 'a write could not be recorded in the audit log');
    }
  }

  /** Returns one page of entries, newest first. */
  async list(
    tenantId: string,
    { search, start, end }: AuditFilter,
    page: { offset: number; limit: number },
  ): Promise<{ entries: AuditEntry[]; total: number }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      let found = tx.selectFrom('audit_entry').where('tenant_id', '=', tenantId);
      if (start) found = found.where('at', '>=', new Date(`${start}T00:00:00Z`));
      if (end) found = found.where(sql<boolean>`at < ${`${end}T00:00:00Z`}::timestamptz + interval '1 day'`);
      if (search !== '') {
        const calls = callsThatSay(search);
        found = found.where((eb) =>
          eb.or([
            sql<boolean>`position(lower(${search}) in lower(actor || ' ' || address || ' ' || subject || ' ' || call)) > 0`,
            sql<boolean>`position(lower(${search}) in lower(coalesce(before::text, '') || ' ' || coalesce(after::text, ''))) > 0`,
            ...(calls.length > 0 ? [eb('call', 'in', calls)] : []),
          ]),
        );
      }
      const rows = await found.selectAll().orderBy('at', 'desc').orderBy('audit_id', 'desc').offset(page.offset).limit(page.limit).execute();
      const { n } = await found.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
      const entries = rows.map(({ tenant_id: _tenant, at, audit_id, ...row }) => ({
        ...row,
        audit_id: String(audit_id),
        at: new Date(at).toISOString(),
        summary: SUMMARIES.get(row.call) ?? row.call,
        kind: kindOf(row.call),
      }));
      return { entries, total: n };
    });
  }
}

/** The writes that entries can be about: calls by their contract, and writes on pages. */
const WRITES: Readonly<Record<string, Pick<Endpoint, 'summary' | 'audit'>>> = { ...endpoints, ...PAGE_WRITES };

/** The summary of each write. */
const SUMMARIES: ReadonlyMap<string, string> = new Map(
  Object.entries(WRITES).map(([key, { summary }]) => [key, (/^[^;:.(]*/.exec(summary)?.[0] ?? summary).trim()]),
);

/** Returns the kind of change by the rule of the write. */
function kindOf(call: string): AuditEntry['kind'] {
  const rule = WRITES[call]?.audit;
  if (typeof rule === 'object') return 'ASKED';
  return rule === 'add' ? 'ADDED' : rule === 'remove' ? 'REMOVED' : 'CHANGED';
}

function callsThatSay(search: string): string[] {
  const wanted = search.toLowerCase();
  return [...SUMMARIES].filter(([, summary]) => summary.toLowerCase().includes(wanted)).map(([key]) => key);
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(masked(value));
}
