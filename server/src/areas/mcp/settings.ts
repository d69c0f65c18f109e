import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { forbidden } from '../../platform/http/errors';

/** The tenant's switch for assistants. */
export class McpSettings {
  constructor(private readonly ctx: Context) {}

  enabled(tenantId: string): Promise<boolean> {
    return this.ctx.db.tenant(tenantId, (tx) => this.#read(tx, tenantId));
  }

  /** Sets the switch, and returns its former and its new position. */
  set(tenantId: string, enabled: boolean): Promise<{ before: boolean; after: boolean }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const before = await this.#read(tx, tenantId);
      await tx
        .insertInto('mcp_setting')
        .values({ tenant_id: tenantId, enabled })
        .onConflict((conflicting) => conflicting.column('tenant_id').doUpdateSet({ enabled }))
        .execute();
      return { before, after: enabled };
    });
  }

  /** @throws ApiError 403 where the switch is off */
  async require(tenantId: string): Promise<void> {
    if (await this.enabled(tenantId)) return;
    throw forbidden('Assistants are off for this tenant. An administrator can allow them in Settings, API Tokens.', 'MCP_OFF');
  }

  async #read(tx: Tx, tenantId: string): Promise<boolean> {
    const row = await tx.selectFrom('mcp_setting').select('enabled').where('tenant_id', '=', tenantId).executeTakeFirst();
    return row?.enabled ?? false;
  }
}
