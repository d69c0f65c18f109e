import { sql } from 'kysely';
import type { Context } from '../../platform/context';
import { notFound } from '../../platform/http/errors';
import type { Mount } from '../../platform/http/mount';
import type { ProvisionedUsers } from '../identity-platform';
import { checkRules } from '../single-sign-on';
import { renewRightsIn, rulesIn } from './rights';
import { lockTenantIn } from './scim-store';
import type { ProvisioningTokens } from './tokens';

/** Groups that the settings list. */
const SHOWN_GROUPS = 200;

export interface ProvisioningParts {
  tokens: ProvisioningTokens;
  users: ProvisionedUsers;
  base: string;
}

/** Mounts the calls about provisioning. @param parts null if an outside identity platform manages the users */
export function provisioningRoutes(mount: Mount, ctx: Context, parts: ProvisioningParts | null): void {
  const known = (): ProvisioningParts => {
    if (!parts) throw notFound('Another system manages your users. Set up provisioning there.');
    return parts;
  };

  mount('GET /v1/provisioning', async ({ tenantId }) => {
    if (!parts) return { is_available: false, url: '', tokens: [], rules: [], groups: [], groups_count: 0, users_count: 0, active_users_count: 0 };
    return ctx.db.tenant(tenantId, async (tx) => {
      const users = await tx
        .selectFrom('scim_user')
        .select([sql<number>`count(*)::int`.as('all'), sql<number>`(count(*) filter (where is_active))::int`.as('active')])
        .where('tenant_id', '=', tenantId)
        .executeTakeFirstOrThrow();
      const groups = await tx
        .selectFrom('scim_group as group')
        .select([
          'group.display_name as name',
          sql<number>`(select count(*)::int from scim_member m where m.tenant_id = "group".tenant_id and m.group_id = "group".group_id)`.as(
            'users_count',
          ),
          sql<number>`(count(*) over ())::int`.as('total'),
        ])
        .where('group.tenant_id', '=', tenantId)
        .orderBy('group.display_name')
        .limit(SHOWN_GROUPS)
        .execute();
      return {
        is_available: true,
        url: parts.base,
        tokens: await parts.tokens.listIn(tx, tenantId),
        rules: await rulesIn(tx, tenantId),
        groups: groups.map(({ name, users_count }) => ({ name, users_count })),
        groups_count: groups[0]?.total ?? 0,
        users_count: users.all,
        active_users_count: users.active,
      };
    });
  });

  mount('PUT /v1/provisioning/rules', async ({ tenantId, principal, body: { rules }, audit }) => {
    const { users } = known();
    const before = await ctx.db.tenant(tenantId, async (tx) => {
      await lockTenantIn(tx, tenantId);
      const present = await rulesIn(tx, tenantId);
      checkRules(rules, present, principal.rights);
      const stored = JSON.stringify(rules);
      await tx
        .insertInto('scim_rules')
        .values({ tenant_id: tenantId, rules: stored })
        .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ rules: stored }))
        .execute();
      await renewRightsIn(tx, users, tenantId, null);
      return present;
    });
    await users.announce(tenantId);
    audit({ before: { rules: before }, after: { rules } });
    return { rules };
  });

  mount('POST /v1/provisioning/tokens', async ({ tenantId, principal, body, audit }) => {
    const { token, kept } = await known().tokens.create(tenantId, body.name.trim(), principal.email);
    audit({ after: kept });
    return { token, provisioning_token: kept };
  });

  mount('POST /v1/provisioning/tokens/{token_id}/rotate', async ({ tenantId, path, audit }) => {
    const { token, kept } = await known().tokens.rotate(tenantId, path.token_id);
    audit({ before: kept, after: kept });
    return { token, provisioning_token: kept };
  });

  mount('DELETE /v1/provisioning/tokens/{token_id}', async ({ tenantId, path, audit }) => {
    audit({ before: await known().tokens.revoke(tenantId, path.token_id) });
    return undefined;
  });
}
