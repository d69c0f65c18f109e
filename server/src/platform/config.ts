import { resolve } from 'node:path';
import { ConfigError } from './config-error';
import {
  AWS_IDENTITY,
  OWN_CLAIMS,
  REPORTS_PORT,
  readAnalytics,
  readCallLimit,
  readCollector,
  readDemo,
  readFraming,
  readGigabytes,
  readHostUrl,
  readMailServer,
  readMetricsToken,
  readOperatorKey,
  readOrigins,
  readPasswordRules,
  readPort,
  readRole,
  readSeconds,
  readSecurityMail,
  readSizes,
  readSyslogCredentials,
  readTimeouts,
  withSecretFiles,
  type Analytics,
  type AwsEnvironment,
  type ClaimNames,
  type Collector,
  type Demo,
  type Framing,
  type MailServer,
  type Role,
} from './config-values';
import { readDomains, readProviderUrls, type ProviderApi } from './provider-addresses';
import type { Timeouts } from './http/timeouts';
import { RETRY_DELAY } from './jobs/jobs';
import type { PasswordRules } from './security/password-rules';
import { readStorage, type S3Settings } from './storage/storage-settings';
import { readNetworks } from './security/networks';

/** All settings of an operator, read once from the environment. */
export interface Config {
  role: Role;
  /** 0: any free port. */
  port: number;
  host: string;
  /** Origin of the console in browsers, without a trailing slash; empty: http://localhost:<port>. */
  publicUrl: string;
  dataDir: string;
  /** The bucket for bundles, releases and source maps; null: they are in the data folder. */
  storage: S3Settings | null;
  /** Null: the embedded database. */
  databaseUrl: string | null;
  /** The longest time that PostgreSQL works on one statement of a request, ms; 0: no limit. */
  statementLimit: number;
  /** Folder of the built host. */
  hostDir: string;
  /** Address of the process that serves the host, without a trailing slash; null: this one serves it. */
  hostUrl: string | null;
  /** Folder of the packages for teams, which the server offers below /npm. */
  packagesDir: string;
  /** Null: the embedded identity platform. */
  oidc: { issuer: string; clientId: string; clientSecret: string | null; scope: string; audience: string; claims: ClaimNames } | null;
  secretKey: string | null;
  /** The key of the command line; null: the data folder has it. */
  operatorKey: string | null;
  /** The command that wraps the key with a vault or KMS; null: the key itself is in a file or a setting. */
  keyCommand: string | null;
  /** Bytes that the stored bundles of a tenant may have together. */
  uploadQuota: number;
  /** The former key, until all secrets are sealed again. */
  previousSecretKey: string | null;
  /** Private addresses and networks that notifications may go to. */
  allowedNetworks: string[];
  /** Private addresses and networks in which the servers of teams may be. */
  backEndNetworks: string[];
  /** Addresses that connectors call instead of the providers' public ones, for sovereign clouds and proxies. */
  providerUrls: Partial<Record<ProviderApi, string>>;
  /** The server's own AWS identity, with which it assumes roles, in the variables that all AWS tools read. */
  awsIdentity: AwsEnvironment;
  /** Domains of Okta orgs besides Okta's own; a leading dot includes all subdomains. */
  oktaDomains: string[];
  /** Null: no mail is sent. */
  mailServer: MailServer | null;
  /** Address of the operator that gets alarms about attacks on the product; null: the log alone has them. */
  securityMail: string | null;
  /** The rules for new passwords of the embedded user pool. */
  passwordRules: PasswordRules;
  /** Token of the page with metrics; null: there is no such page. */
  metricsToken: string | null;
  /** Null: no traces are recorded, and metrics are only scraped. */
  collector: Collector | null;
  /** Calls of a user in a minute; 0: no limit. */
  callLimit: number;
  /** Delay before the second attempt of a job that failed, seconds. */
  jobRetryDelay: number;
  /** The framing of messages to syslog servers over TCP. */
  syslogFraming: Framing;
  /** Sends the tenant's syslog user name and password to syslog servers, as structured data. */
  syslogSendsCredentials: boolean;
  /** Origins of builds on developers' machines that permitted users may load in their own tab. */
  tryOrigins: string[];
  /** Largest scripts and styles of a release by remote, bytes after gzip; `*` stands for all other remotes. Absent: the default. */
  releaseSizes: Readonly<Record<string, number>>;
  /** A stable release that fails often gives way to the one before. */
  autoRollback: boolean;
  /** Addresses and networks of proxies whose forwarded client address counts, also if they are on this machine. */
  trustedProxies: string[];
  timeouts: Timeouts;
  demo: Demo;
  /** The data of the demo tenant waits until the remotes are deployed, so that it does not slow down the build of the console. */
  demoAfterRemotes: boolean;
  demoPassword: string | null;
  sisterProductUrl: string | null;
  /** Null: no analytics. */
  analytics: Analytics | null;
  helpUrl: string;
  logLevel: string;
}

/**
 * Reads the configuration from the environment.
 * @throws ConfigError with a sentence that names the variable
 */
export function readConfig(given: NodeJS.ProcessEnv): Config {
  const env = withSecretFiles(given);
  const role = readRole(env);
  const dataDir = resolve(env.CAM_DATA || '.data');
  const oidcIssuer = env.CAM_OIDC_ISSUER?.replace(/\/$/, '');
  if (oidcIssuer && !env.CAM_OIDC_CLIENT_ID) throw new ConfigError('CAM_OIDC_ISSUER is set, so CAM_OIDC_CLIENT_ID must be set as well.');
  for (const name of ['CAM_SECRET_KEY', 'CAM_SECRET_KEY_PREVIOUS']) {
    const key = env[name];
    if (!key || Buffer.from(key, 'base64').length === 32) continue;
    throw new ConfigError(`${name} must be 32 bytes in base64, for example from: openssl rand -base64 32`);
  }
  if (env.CAM_KEY_COMMAND && env.CAM_SECRET_KEY)
    throw new ConfigError('CAM_KEY_COMMAND and CAM_SECRET_KEY are both set. Keep one of them: both say where the key comes from.');
  const trustedProxies = readNetworks(env.CAM_TRUSTED_PROXIES ?? '');
  if (!trustedProxies) throw new ConfigError('CAM_TRUSTED_PROXIES must list addresses or networks, for example: 10.20.0.2, 10.30.0.0/24');
  const allowedNetworks = readNetworks(env.CAM_ALLOWED_NETWORKS ?? '');
  if (!allowedNetworks) throw new ConfigError('CAM_ALLOWED_NETWORKS must list addresses or networks, for example: 10.20.0.0/16, 192.168.7.9');
  const backEndNetworks = readNetworks(env.CAM_BACK_END_NETWORKS ?? '');
  if (!backEndNetworks) throw new ConfigError('CAM_BACK_END_NETWORKS must list addresses or networks, for example: 10.20.0.0/16, 192.168.7.9');
  const providerUrls = readProviderUrls(env.CAM_PROVIDER_URLS ?? '');
  if (!providerUrls)
    throw new ConfigError(
      'CAM_PROVIDER_URLS must list addresses of APIs, for example: graph=https://graph.microsoft.us, login=https://login.microsoftonline.us',
    );
  const storage = readStorage(env);
  if (storage && !env.CAM_SECRET_KEY && !env.CAM_KEY_COMMAND)
    throw new ConfigError(
      'CAM_STORAGE is set, so servers need no common data folder, but they need a common key: set CAM_SECRET_KEY, for example from: openssl rand -base64 32',
    );
  const oktaDomains = readDomains(env.CAM_OKTA_DOMAINS ?? '');
  if (!oktaDomains) throw new ConfigError('CAM_OKTA_DOMAINS must list domains, for example: id.example.com, .okta.example.com');
  return {
    role,
    port: role === 'reports' ? readPort(env.REPORTS_PORT || REPORTS_PORT, 'REPORTS_PORT') : readPort(env.PORT),
    host: env.CAM_HOST || '127.0.0.1',
    publicUrl: (env.CAM_PUBLIC_URL ?? '').replace(/\/$/, ''),
    dataDir,
    storage,
    databaseUrl: env.DATABASE_URL || null,
    statementLimit: readSeconds(env.CAM_STATEMENT_TIMEOUT, 'CAM_STATEMENT_TIMEOUT', 30) * 1000,
    hostUrl: readHostUrl(env.CAM_HOST_URL),
    hostDir: resolve(env.CAM_HOST_DIR || 'host/dist'),
    packagesDir: resolve(env.CAM_PACKAGES_DIR || 'dist/npm'),
    oidc: oidcIssuer
      ? {
          issuer: oidcIssuer,
          clientId: env.CAM_OIDC_CLIENT_ID ?? '',
          clientSecret: env.CAM_OIDC_CLIENT_SECRET || null,
          scope: env.CAM_OIDC_SCOPE || 'openid email profile offline_access',
          audience: env.CAM_OIDC_AUDIENCE || 'cam-api',
          claims: {
            tenant: env.CAM_OIDC_CLAIM_TENANT || OWN_CLAIMS.tenant,
            email: env.CAM_OIDC_CLAIM_EMAIL || OWN_CLAIMS.email,
            rights: env.CAM_OIDC_CLAIM_RIGHTS || OWN_CLAIMS.rights,
            userSource: env.CAM_OIDC_CLAIM_USER_SOURCE || OWN_CLAIMS.userSource,
            groups: env.CAM_OIDC_CLAIM_GROUPS || OWN_CLAIMS.groups,
          },
        }
      : null,
    secretKey: env.CAM_SECRET_KEY || null,
    operatorKey: readOperatorKey(env.CAM_OPERATOR_KEY),
    keyCommand: env.CAM_KEY_COMMAND || null,
    uploadQuota: readGigabytes(env.CAM_UPLOAD_QUOTA),
    previousSecretKey: env.CAM_SECRET_KEY_PREVIOUS || null,
    allowedNetworks,
    backEndNetworks,
    providerUrls,
    awsIdentity: Object.fromEntries(Object.entries(env).filter(([name]) => AWS_IDENTITY.test(name))),
    oktaDomains,
    mailServer: readMailServer(env),
    securityMail: readSecurityMail(env),
    passwordRules: readPasswordRules(env.CAM_PASSWORD_RULES),
    metricsToken: readMetricsToken(env.CAM_METRICS_TOKEN),
    collector: readCollector(env),
    callLimit: readCallLimit(env.CAM_CALL_LIMIT),
    jobRetryDelay: readSeconds(env.CAM_JOB_RETRY_DELAY, 'CAM_JOB_RETRY_DELAY', RETRY_DELAY),
    syslogFraming: readFraming(env.CAM_SYSLOG_FRAMING),
    syslogSendsCredentials: readSyslogCredentials(env.CAM_SYSLOG_CREDENTIALS),
    tryOrigins: readOrigins(env.CAM_TRY_ORIGINS),
    releaseSizes: readSizes(env.CAM_RELEASE_SIZES),
    autoRollback: (env.CAM_AUTO_ROLLBACK || 'on').toLowerCase() !== 'off',
    trustedProxies,
    timeouts: readTimeouts(env),
    demo: readDemo(env),
    demoAfterRemotes: env.CAM_DEMO_AFTER_REMOTES === 'on',
    demoPassword: env.CAM_DEMO_PASSWORD || null,
    sisterProductUrl: env.CAM_SISTER_URL || null,
    analytics: readAnalytics(env),
    helpUrl: env.CAM_HELP_URL || '/help',
    logLevel: env.CAM_LOG_LEVEL || 'info',
  };
}
