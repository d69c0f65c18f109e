import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { forbidden } from '../../platform/http/errors';
import type { Principal } from '../../platform/http/principal';

/** The switches for assistants of a tenant. */
export interface Switches {
  enabled: boolean;
  /** Users may connect assistants by signing in, without a token that they copy. */
  sign_in: boolean;
}

/** Keeps the tenant's switches for assistants. */
export class McpSettings {
  constructor(private readonly ctx: Context) {}

  read(tenantId: string): Promise<Switches> {
    return this.ctx.db.tenant(tenantId, (tx) => this.#read(tx, tenantId));
  }

  /** Sets the switches, and returns their former and their new positions. */
  set(tenantId: string, { enabled, sign_in }: { enabled: boolean; sign_in?: boolean }): Promise<{ before: Switches; after: Switches }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const before = await this.#read(tx, tenantId);
      const after = { enabled, sign_in: sign_in ?? before.sign_in };
      await tx
        .insertInto('mcp_setting')
        .values({ tenant_id: tenantId, ...after })
        .onConflict((conflicting) => conflicting.column('tenant_id').doUpdateSet(after))
        .execute();
      return { before, after };
    });
  }

  /** @throws ApiError 403 where assistants are off, or the caller is one that signed in and that is off */
  async require({ tenantId, apiToken }: Pick<Principal, 'tenantId' | 'apiToken'>): Promise<void> {
    if (apiToken?.isOfAssistant) return this.requireSignIn(tenantId);
    if (!(await this.read(tenantId)).enabled) throw isOff();
  }

  /** @throws ApiError 403 where assistants are off, or users may not connect them by signing in */
  async requireSignIn(tenantId: string): Promise<void> {
    const { enabled, sign_in: signIn } = await this.read(tenantId);
    if (!enabled) throw isOff();
    if (!signIn)
      throw forbidden(
        'Assistants of this tenant need an API token. An administrator can allow connections by sign-in in Settings, API Tokens.',
        'MCP_SIGN_IN_OFF',
      );
  }

  async #read(tx: Tx, tenantId: string): Promise<Switches> {
    const row = await tx.selectFrom('mcp_setting').select(['enabled', 'sign_in']).where('tenant_id', '=', tenantId).executeTakeFirst();
    return row ?? { enabled: false, sign_in: true };
  }
}

const isOff = (): Error => forbidden('Assistants are off for this tenant. An administrator can allow them in Settings, API Tokens.', 'MCP_OFF');
