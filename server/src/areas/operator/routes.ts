import {
  SCOPES,
  TENANT_ADMIN_RIGHTS,
  isAreaName,
  rightOfScope,
  scopesOfRights,
  type Right,
  type RotatedBackEndKey,
  type Scope,
} from '@cam/contracts/server';
import type { Mount } from '../../platform/http/mount';
import type { Tx } from '../../platform/db/database';
import { notFound, unprocessable, type ApiError } from '../../platform/http/errors';
import { emailTaken, type PoolUser, type UserPool, type MintToken } from '../identity-platform';
import type { PasswordRules } from '../../platform/security/password-rules';
import { firstPasswordOf, newFirstPassword, NO_PASSWORD } from './first-password';
import type { CheckedFacts } from '../../sources';
import { DEMO_TENANT, type TenantsService } from '../tenants';
import type { Resealed } from './rotate-secrets';

const TOKEN_LIFE = 3600;

export interface OperatorDependencies {
  tenants: TenantsService;
  /** Null if an outside identity platform manages the users. */
  embedded: { pool: UserPool; mint: MintToken } | null;
  /** Revokes the personal API tokens of a user who is removed. */
  revokeTokensIn: (tx: Tx, user: PoolUser) => Promise<void>;
  passwordRules: PasswordRules;
  rotateSecrets: () => Promise<Resealed>;
  rotateBackEndKey: (compromised: boolean) => Promise<RotatedBackEndKey>;
  /** Compares the stored facts of every source with its last import, and keeps the result. */
  checkFacts: (tenantId: string) => Promise<CheckedFacts>;
  /** Returns the rights that live areas declare. */
  areaRights: () => Promise<readonly string[]>;
}

export function operatorRoutes(mount: Mount, dependencies: OperatorDependencies): void {
  const { tenants, embedded, passwordRules, rotateSecrets } = dependencies;
  mount('POST /v1/operator/secrets/rotate', rotateSecrets);
  mount('POST /v1/operator/secrets/rotate-back-end-key', ({ body }) => dependencies.rotateBackEndKey(body.compromised ?? false));
  userRoutes(mount, dependencies);

  mount('POST /v1/operator/tenants/{tenant_id}/check', async ({ path }) => {
    if (!(await tenants.ids()).includes(path.tenant_id)) throw notFound(`There is no tenant ${path.tenant_id}. Check the name.`);
    const { differing, ...rest } = await dependencies.checkFacts(path.tenant_id);
    return {
      ...rest,
      differing: differing.map(({ accountId: account_id, cloudType: cloud_type, ...counts }) => ({ account_id, cloud_type, ...counts })),
    };
  });

  mount('POST /v1/operator/token', async ({ body }) => {
    if (!embedded) throw unprocessable('OUTSIDE_PLATFORM', 'An outside identity platform manages the users. Get a token there.');
    const subject = await subjectOf(body, tenants, embedded.pool);
    return { access_token: await embedded.mint(subject, TOKEN_LIFE), token_type: 'Bearer', expires_in: TOKEN_LIFE, tenant: subject.tenantId };
  });

  mount('POST /v1/operator/tenants', async ({ body }) => {
    if (body.admin_email && !embedded)
      throw unprocessable('OUTSIDE_PLATFORM', 'An outside identity platform manages the users. Create the administrator there.');
    if (body.admin_email) {
      // Check before the tenant is created, so that a taken e-mail leaves nothing behind.
      if (await embedded?.pool.findByEmail(body.admin_email)) throw emailTaken(body.admin_email);
    }
    const first = body.admin_email
      ? await firstPasswordOf(
          { named: body.admin_password, isFirst: body.is_first_password ?? false },
          { email: body.admin_email, names: [] },
          passwordRules,
        )
      : NO_PASSWORD;
    await tenants.create(body.tenant_id, body.name);
    if (body.admin_email && embedded) {
      await embedded.pool.add({
        email: body.admin_email,
        tenantId: body.tenant_id,
        rights: [...TENANT_ADMIN_RIGHTS],
        firstName: 'none',
        lastName: 'none',
        ...first.stored,
      });
    }
    return { tenant_id: body.tenant_id, name: body.name, admin_email: body.admin_email ?? null, ...first.shown };
  });
}

/** Mounts the calls that manage the users of the embedded user pool. */
function userRoutes(mount: Mount, { tenants, embedded, revokeTokensIn, passwordRules, areaRights }: OperatorDependencies): void {
  const poolOf = (): UserPool => {
    if (!embedded) throw unprocessable('OUTSIDE_PLATFORM', 'An outside identity platform manages the users. Change them there.');
    return embedded.pool;
  };
  /** @throws ApiError 422 for a right that neither CAM nor a live area has, so that a wrong name does not seem to be granted */
  const rightsOf = async (scopes: readonly Scope[]): Promise<Right[]> => {
    const declared = await areaRights();
    const unknown = scopes.find((scope) => isAreaName(scope) && !declared.includes(scope));
    if (unknown !== undefined) throw unprocessable('UNKNOWN_RIGHT', `No live area declares the right "${unknown}".`);
    return scopes.map(rightOfScope);
  };
  mount('POST /v1/operator/users', async ({ body: { email, tenant: tenantId, password, scopes, first_name, last_name } }) => {
    const users = poolOf();
    if (!(await tenants.exists(tenantId))) throw unknownTenant(tenantId);
    const rights = await rightsOf(scopes);
    const names = { firstName: first_name ?? 'none', lastName: last_name ?? 'none' };
    const first = await firstPasswordOf({ named: password, isFirst: false }, { email, names: Object.values(names) }, passwordRules);
    await users.add({ email, tenantId, rights, ...names, ...first.stored });
    return { email: email.trim().toLowerCase(), tenant: tenantId, scopes, ...first.shown };
  });
  mount('POST /v1/operator/users/{email}/first-password', async ({ path }) => {
    const { stored, shown } = newFirstPassword();
    return { ...toAnswer(await poolOf().setFirstPassword(path.email, stored.password, stored.firstPasswordUntil)), ...shown };
  });
  mount('PATCH /v1/operator/users/{email}', async ({ path, body }) =>
    toAnswer((await poolOf().changeRights(path.email, await rightsOf(body.scopes))).after),
  );
  mount('DELETE /v1/operator/users/{email}/second-factor', async ({ path }) => toAnswer(await poolOf().resetSecondFactors(path.email)));
  mount('DELETE /v1/operator/users/{email}', async ({ path }) => toAnswer(await poolOf().remove(path.email, revokeTokensIn)));
}

function toAnswer({ email, tenantId, rights }: { email: string; tenantId: string; rights: readonly string[] }) {
  return { email, tenant: tenantId, scopes: scopesOfRights(rights) };
}

function unknownTenant(tenantId: string): ApiError {
  return notFound(`The tenant "${tenantId}" does not exist. Create it with POST /v1/operator/tenants.`);
}

type Subject = Parameters<MintToken>[0];

async function subjectOf(
  { user: email, tenant: tenantId, scopes }: { user?: string; tenant?: string; scopes?: Scope[] },
  tenants: TenantsService,
  pool: UserPool,
): Promise<Subject> {
  if (email) {
    const user = await pool.findByEmail(email);
    if (!user?.isActive || (tenantId && user.tenantId !== tenantId)) throw notFound(`The user pool has no user ${email}.`);
    return user;
  }
  const tenant = tenantId ?? DEMO_TENANT;
  if (!(await tenants.exists(tenant))) throw unknownTenant(tenant);
  return { tenantId: tenant, email: 'operator@localhost', rights: (scopes ?? SCOPES).map(rightOfScope) };
}
