import { join } from 'node:path';
import { DEMO_FLAGS, READ_RIGHTS, TENANT_ADMIN_RIGHTS } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { FlagsService } from '../flags';
import { addIdentitySources, type UserPool } from '../identity-platform';
import { ensurePrivateFile, isJsonWith } from '../../platform/security/private-file';
import { randomPassword } from '../../platform/security/random-password';
import type { TenantsService } from './service';

export const DEMO_TENANT = 'demo';

const DEMO_USERS = [
  { email: 'admin@demo.example', firstName: 'Ada', lastName: 'Moreno', rights: [...TENANT_ADMIN_RIGHTS] },
  { email: 'viewer@demo.example', firstName: 'Vik', lastName: 'Osei', rights: [...READ_RIGHTS] },
];

/** The demo company's sources in the identity-governance product; some of them are sources of CAM too. */
const GOVERNED_SOURCES = [
  { id: '2c9180867a1f3b0c017a2440b1d20001', name: 'Kestrel Harbor Okta', type: 'Okta', description: 'Workforce identities' },
  { id: '2c9180867a1f3b0c017a2440b1d20002', name: 'Kestrel Harbor Entra ID', type: 'Azure Active Directory', description: 'Azure sign-ins' },
  { id: '2c9180867a1f3b0c017a2440b1d20003', name: 'Larkspur Entra ID', type: 'Azure Active Directory', description: 'The acquired company' },
  { id: '2c9180867a1f3b0c017a2440b1d20004', name: 'AWS Organization', type: 'Amazon Web Services', description: 'Roles of all accounts' },
  { id: '2c9180867a1f3b0c017a2440b1d20005', name: 'People System', type: 'Workday', description: 'Employees and contractors (authoritative source)' },
];

/**
 * Creates the demo tenant at the first start, with passwords of this installation only. A file that only its owner can read has the passwords, and the
 * start script prints them.
 * @returns true if it created the tenant
 */
export async function ensureDemoTenant(ctx: Context, tenants: TenantsService, flags: FlagsService, pool: UserPool): Promise<boolean> {
  const file = {
    path: join(ctx.config.dataDir, 'demo-users.json'),
    isValid: (content: string) => isJsonWith(content, 'users'),
    remedy: 'Restore the file from a backup, or delete it: the demo users keep the passwords that they have.',
  };
  const text = await ensurePrivateFile(file, () =>
    JSON.stringify({ users: DEMO_USERS.map(({ email }) => ({ email, password: ctx.config.demoPassword ?? randomPassword() })) }, null, 2),
  );
  await addIdentitySources(ctx.db, DEMO_TENANT, GOVERNED_SOURCES);
  if (await tenants.exists(DEMO_TENANT)) return false;
  const passwords = (JSON.parse(text) as { users: { email: string; password: string }[] }).users;
  for (const user of DEMO_USERS) {
    if (await pool.findByEmail(user.email)) continue;
    await pool.add({ ...user, tenantId: DEMO_TENANT, password: passwords.find(({ email }) => email === user.email)?.password ?? randomPassword() });
  }
  await tenants.create(DEMO_TENANT, 'Demo Company');
  for (const flag of DEMO_FLAGS) await flags.set(DEMO_TENANT, flag, true, 'demo');
  return true;
}
