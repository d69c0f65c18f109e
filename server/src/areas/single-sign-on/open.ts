import { randomBytes } from 'node:crypto';
import type { Context } from '../../platform/context';
import type { OutboundTargets } from '../../platform/security/outbound-targets';
import type { SecretBox } from '../../platform/security/secret-box';
import { installationSecret, type ProvisionedUsers, type UserPool } from '../identity-platform';
import { CertificateWatch, type CertificateWatchDependencies } from './certificate-watch';
import { SamlConnections } from './connections';
import { OwnKeys } from './own-keys';
import type { SamlParts } from './routes';
import { SingleSignOn, type RecordUserChange } from './single-sign-on';
import { SamlTests } from './tests';

/** Interval of the deletion of used assertions that have ended, ms. */
const SWEEP = 15 * 60_000;

export interface SamlDependencies extends Pick<CertificateWatchDependencies, 'sendMail' | 'woken'> {
  secrets: SecretBox;
  targets: OutboundTargets;
  pool: UserPool;
  users: ProvisionedUsers;
  /** Reports whether provisioning decides the rights of a user; sign-ins leave them then. */
  ownsRights: (tenantId: string, userId: string) => Promise<boolean>;
  /** Reports whether a role gives a person rights. */
  hasRole: (tenantId: string, email: string) => Promise<boolean>;
  /** For the audit log. */
  record: RecordUserChange;
}

/** Opens single sign-on with SAML for the users of the embedded platform. */
export async function openSingleSignOn(
  ctx: Context,
  deps: SamlDependencies,
): Promise<SamlParts & { certificates: CertificateWatch; stop: () => void }> {
  const namingKey = await installationSecret(ctx.db, deps.secrets, 'saml-connection-names', async () => randomBytes(32).toString('base64'));
  const ownKeys = new OwnKeys(ctx, deps.secrets);
  const connections = new SamlConnections(ctx, { ...deps, namingKey, ownKeys });
  const tests = new SamlTests(ctx, deps.secrets);
  const signOn = new SingleSignOn(ctx, { ...deps, connections, tests });
  const sweep = (): Promise<unknown> => ctx.db.system((tx) => tx.deleteFrom('saml_used_assertion').where('expires_at', '<', new Date()).execute());
  const timer = setInterval(() => void sweep().catch((err: unknown) => ctx.log.warn({ err }, 'used assertions were not swept')), SWEEP).unref();
  return { connections, ownKeys, tests, signOn, certificates: new CertificateWatch(ctx, deps), stop: () => clearInterval(timer) };
}
