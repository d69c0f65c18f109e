import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isEmailAddress } from '@cam/contracts/server';
import { readDomains, readProviderUrls, type ProviderApi } from './provider-addresses';
import { TIMEOUTS, type Timeouts } from './http/timeouts';
import { PASSWORD_RULES, type PasswordRules } from './security/password-rules';
import { readNetworks } from './security/networks';

/** The SMTP server that sends all mail. */
export interface MailServer {
  /** `smtp://user:password@host:587`, or `smtps:` for TLS from the first byte. */
  url: string;
  from: string;
}

/** The separator between messages to syslog servers over TCP (RFC 6587). */
export type Framing = 'newline' | 'octet-counting';

/** The environment variables that give the server its own AWS identity, with the names that the AWS SDKs use. */
export type AwsEnvironment = Readonly<Record<string, string | undefined>>;

/** The names of the access token's claims that the server reads. */
export interface ClaimNames {
  tenant: string;
  email: string;
  /** A list of scopes or rights, or one string separated by spaces. If it is missing, the standard `scope` claim counts. */
  rights: string;
  userSource: string;
}

export const OWN_CLAIMS: ClaimNames = { tenant: 'tenant', email: 'email', rights: 'rights', userSource: 'user_source' };

/** The share of the work that one process does, where several processes use one PostgreSQL. */
export const ROLES = ['all', 'api', 'worker', 'reports'] as const;
export type Role = (typeof ROLES)[number];

/** Calls of a user in a minute. The console makes some hundred when somebody works fast, and scripts of a tenant more. */
const CALL_LIMIT = 6000;

/** Gigabytes of a tenant's stored bundles. */
const UPLOAD_QUOTA = 50;

/** All settings of an operator, read once from the environment. */
export interface Config {
  role: Role;
  /** 0: any free port. */
  port: number;
  host: string;
  /** Origin of the console in browsers, without a trailing slash; empty: http://localhost:<port>. */
  publicUrl: string;
  dataDir: string;
  /** Null: the embedded database. */
  databaseUrl: string | null;
  /** The longest time that PostgreSQL works on one statement of a request, ms; 0: no limit. */
  statementLimit: number;
  /** Folder of the built host. */
  hostDir: string;
  /** Folder of the packages for teams, which the server offers below /npm. */
  packagesDir: string;
  /** Null: the embedded identity platform. */
  oidc: { issuer: string; clientId: string; clientSecret: string | null; scope: string; audience: string; claims: ClaimNames } | null;
  secretKey: string | null;
  /** The command that wraps the key with a vault or KMS; null: the key itself is in a file or a setting. */
  keyCommand: string | null;
  /** Bytes that the stored bundles of a tenant may have together. */
  uploadQuota: number;
  /** The former key, until all secrets are sealed again. */
  previousSecretKey: string | null;
  /** Private addresses and networks that notifications may go to. */
  allowedNetworks: string[];
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
  /** Calls of a user in a minute; 0: no limit. */
  callLimit: number;
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
  /** The extent of the demo tenant at the first start: with its data, its users only, or no demo tenant. */
  demo: 'full' | 'empty' | 'none';
  /** The data of the demo tenant waits until the remotes are deployed, so that it does not slow down the build of the console. */
  demoAfterRemotes: boolean;
  demoPassword: string | null;
  sisterProductUrl: string | null;
  /** The operator's own PostHog and the key of its project, which is public; null: no analytics. */
  analytics: { url: string; key: string } | null;
  helpUrl: string;
  logLevel: string;
}

export class ConfigError extends Error {}

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
  const providerUrls = readProviderUrls(env.CAM_PROVIDER_URLS ?? '');
  if (!providerUrls)
    throw new ConfigError(
      'CAM_PROVIDER_URLS must list addresses of APIs, for example: graph=https://graph.microsoft.us, login=https://login.microsoftonline.us',
    );
  const oktaDomains = readDomains(env.CAM_OKTA_DOMAINS ?? '');
  if (!oktaDomains) throw new ConfigError('CAM_OKTA_DOMAINS must list domains, for example: id.example.com, .okta.example.com');
  return {
    role,
    port: role === 'reports' ? readPort(env.REPORTS_PORT || REPORTS_PORT, 'REPORTS_PORT') : readPort(env.PORT),
    host: env.CAM_HOST || '127.0.0.1',
    publicUrl: (env.CAM_PUBLIC_URL ?? '').replace(/\/$/, ''),
    dataDir,
    databaseUrl: env.DATABASE_URL || null,
    statementLimit: readSeconds(env.CAM_STATEMENT_TIMEOUT, 'CAM_STATEMENT_TIMEOUT', 30) * 1000,
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
          },
        }
      : null,
    secretKey: env.CAM_SECRET_KEY || null,
    keyCommand: env.CAM_KEY_COMMAND || null,
    uploadQuota: readGigabytes(env.CAM_UPLOAD_QUOTA),
    previousSecretKey: env.CAM_SECRET_KEY_PREVIOUS || null,
    allowedNetworks,
    providerUrls,
    awsIdentity: Object.fromEntries(Object.entries(env).filter(([name]) => AWS_IDENTITY.test(name))),
    oktaDomains,
    mailServer: readMailServer(env),
    securityMail: readSecurityMail(env),
    passwordRules: readPasswordRules(env.CAM_PASSWORD_RULES),
    callLimit: readCallLimit(env.CAM_CALL_LIMIT),
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

/** The port of the report service when it is a separate process. */
const REPORTS_PORT = '30103';

/** Secrets that may be in a file. Child processes and crash reports can read the environment, but not the file. */
const SECRET_VARIABLES = [
  ...['DATABASE_URL', 'CAM_SECRET_KEY', 'CAM_SECRET_KEY_PREVIOUS', 'CAM_OIDC_CLIENT_SECRET', 'CAM_DEMO_PASSWORD', 'CAM_SMTP_URL'],
  ...['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'],
];

/** The environment variables that identify the server to AWS. */
const AWS_IDENTITY = /^AWS_(?:ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN|ROLE_ARN|WEB_IDENTITY_TOKEN_FILE|CONTAINER_\w+|EC2_METADATA_DISABLED)$/;

/** Returns the environment with the value of each secret that `NAME_FILE` points at. */
function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read = SECRET_VARIABLES.flatMap((name) => {
    const file = env[`${name}_FILE`];
    if (!file || env[name]) return [];
    try {
      return [[name, readFileSync(file, 'utf8').trim()]];
    } catch {
      throw new ConfigError(`${name}_FILE names ${file}, which cannot be read. Check the path and its permissions.`);
    }
  });
  return { ...env, ...(Object.fromEntries(read) as NodeJS.ProcessEnv) };
}

/** Returns the present address of PostgreSQL: operators replace its password in the file that `DATABASE_URL_FILE` names. Null: there is no such file. */
export function currentDatabaseUrl({ DATABASE_URL, DATABASE_URL_FILE: file }: NodeJS.ProcessEnv): string | null {
  if (DATABASE_URL || !file) return null;
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    return null;
  }
}

function readRole({ CAM_ROLE, DATABASE_URL }: NodeJS.ProcessEnv): Role {
  const role = (CAM_ROLE || 'all') as Role;
  if (!ROLES.includes(role)) throw new ConfigError(`CAM_ROLE must be one of ${ROLES.join(', ')}, not "${CAM_ROLE}".`);
  if (role !== 'all' && !DATABASE_URL) throw new ConfigError(`CAM_ROLE=${role} is for several processes on one PostgreSQL: set DATABASE_URL.`);
  return role;
}

/** The demo company is off by default on an operator's own database. */
function readDemo({ CAM_DEMO, DATABASE_URL }: NodeJS.ProcessEnv): Config['demo'] {
  const value = (CAM_DEMO || (DATABASE_URL ? 'off' : 'on')).toLowerCase();
  const known = { on: 'full', off: 'empty', none: 'none' } as const;
  if (value in known) return known[value as keyof typeof known];
  throw new ConfigError(`CAM_DEMO must be on, off (the demo tenant without data) or none (no demo tenant), not "${CAM_DEMO}".`);
}

function readMailServer({ CAM_SMTP_URL, CAM_MAIL_FROM }: NodeJS.ProcessEnv): MailServer | null {
  if (!CAM_SMTP_URL) return null;
  const { protocol, hostname } = URL.canParse(CAM_SMTP_URL) ? new URL(CAM_SMTP_URL) : { protocol: '', hostname: '' };
  if (!['smtp:', 'smtps:'].includes(protocol) || !hostname) {
    throw new ConfigError('CAM_SMTP_URL must be the URL of a mail server, for example: smtp://user:password@mail.company.com:587');
  }
  if (!CAM_MAIL_FROM || !isEmailAddress(CAM_MAIL_FROM)) {
    throw new ConfigError('CAM_SMTP_URL is set, so CAM_MAIL_FROM must be the sender address of its mails.');
  }
  return { url: CAM_SMTP_URL, from: `CAM <${CAM_MAIL_FROM}>` };
}

function readSecurityMail({ CAM_SECURITY_MAIL: address, CAM_SMTP_URL }: NodeJS.ProcessEnv): string | null {
  if (!address) return null;
  if (!isEmailAddress(address)) throw new ConfigError('CAM_SECURITY_MAIL must be an e-mail address.');
  if (!CAM_SMTP_URL) throw new ConfigError('CAM_SECURITY_MAIL is set, so CAM_SMTP_URL must be the mail server.');
  return address;
}

function readCallLimit(value: string | undefined): number {
  if (!value) return CALL_LIMIT;
  const limit = Number(value);
  if (!Number.isInteger(limit) || limit < 0) throw new ConfigError(`CAM_CALL_LIMIT must be a whole number of calls in a minute, not "${value}".`);
  return limit;
}

function readPasswordRules(value: string | undefined): PasswordRules {
  const rules = (value || 'composed') as PasswordRules;
  if (!PASSWORD_RULES.includes(rules)) throw new ConfigError(`CAM_PASSWORD_RULES must be ${PASSWORD_RULES.join(' or ')}, not "${value}".`);
  return rules;
}

function readGigabytes(value: string | undefined): number {
  const gigabytes = Number(value || UPLOAD_QUOTA);
  if (!(gigabytes > 0) || !Number.isFinite(gigabytes)) throw new ConfigError(`CAM_UPLOAD_QUOTA must be a number of gigabytes, not "${value}".`);
  return gigabytes * 1e9;
}

function readAnalytics({ CAM_POSTHOG_URL: url, CAM_POSTHOG_KEY: key }: NodeJS.ProcessEnv): Config['analytics'] {
  if (!url && !key) return null;
  const { protocol } = url && URL.canParse(url) ? new URL(url) : { protocol: '' };
  if (!url || !['https:', 'http:'].includes(protocol)) {
    throw new ConfigError('CAM_POSTHOG_URL must be the URL of your PostHog, for example: https://posthog.company.com');
  }
  if (!key) throw new ConfigError('CAM_POSTHOG_URL is set, so CAM_POSTHOG_KEY must be the key of the project there.');
  return { url: url.replace(/\/+$/, ''), key };
}

function readFraming(value: string | undefined): Framing {
  const framing = value || 'newline';
  if (framing === 'newline' || framing === 'octet-counting') return framing;
  throw new ConfigError(`CAM_SYSLOG_FRAMING must be newline or octet-counting, not "${value}".`);
}

function readSyslogCredentials(value: string | undefined): boolean {
  const known = { off: false, 'structured-data': true } as const;
  const chosen = value || 'off';
  if (chosen in known) return known[chosen as keyof typeof known];
  throw new ConfigError(`CAM_SYSLOG_CREDENTIALS must be off or structured-data, not "${value}".`);
}

function readPort(value: string | undefined, name = 'PORT'): number {
  if (value === undefined || value === '') return 8080;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new ConfigError(`${name} must be a number from 0 to 65535, not "${value}".`);
  return port;
}

function readSeconds(value: string | undefined, name: string, otherwise: number): number {
  if (value === undefined || value === '') return otherwise;
  const seconds = Number(value);
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > 3600)
    throw new ConfigError(`${name} must be a whole number of seconds from 0 to 3600, not "${value}".`);
  return seconds;
}

function readTimeouts(env: NodeJS.ProcessEnv): Timeouts {
  const names = Object.keys(TIMEOUTS) as (keyof Timeouts)[];
  return Object.fromEntries(
    names.map((name) => {
      const variable = `CAM_${name.toUpperCase()}_TIMEOUT`;
      return [name, readSeconds(env[variable], variable, TIMEOUTS[name])];
    }),
  ) as unknown as Timeouts;
}

function readSizes(text: string | undefined): Record<string, number> {
  const entries = (text ?? '').split(',').filter((entry) => entry.trim() !== '');
  return Object.fromEntries(
    entries.map((entry) => {
      const [, name, bytes] = /^\s*([a-z][a-z0-9-]*|\*)\s*=\s*(\d+)\s*$/.exec(entry) ?? [];
      if (name === undefined) throw new ConfigError('CAM_RELEASE_SIZES must list bytes by remote, for example: *=250000, graph-explorer=600000');
      return [name, Number(bytes)];
    }),
  );
}

function readOrigins(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '')
    .map((origin) => {
      const bare = origin.replace(/\/$/, '');
      if (!URL.canParse(bare) || new URL(bare).origin !== bare)
        throw new ConfigError('CAM_TRY_ORIGINS must list origins, for example: http://localhost:3103');
      return bare;
    });
}
