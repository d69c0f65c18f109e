import { readFileSync } from 'node:fs';
import { isEmailAddress } from '@cam/contracts/server';
import { ConfigError } from './config-error';
import { TIMEOUTS, type Timeouts } from './http/timeouts';
import { PASSWORD_RULES, type PasswordRules } from './security/password-rules';

/** The SMTP server that sends all mail. */
export interface MailServer {
  /** `smtp://user:password@host:587`, or `smtps:` for TLS from the first byte. */
  url: string;
  from: string;
}

/** The operator's collector of traces and metrics. */
export interface Collector {
  /** Its OTLP/HTTP address, without a trailing slash. */
  endpoint: string;
  headers: Record<string, string>;
  /** The share of visits to pages, calls of programs and jobs that are traced, 0 to 1. */
  share: number;
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
  /** A list of groups, to which roles may be assigned. */
  groups: string;
}

export const OWN_CLAIMS: ClaimNames = { tenant: 'tenant', email: 'email', rights: 'rights', userSource: 'user_source', groups: 'groups' };

/** The share of the work that one process does, where several processes make an installation. `host` serves the console's files, and needs no database. */
export const ROLES = ['all', 'api', 'worker', 'reports', 'host'] as const;
export type Role = (typeof ROLES)[number];

/** Calls of a user in a minute. The console makes some hundred when somebody works fast, and scripts of a tenant more. */
const CALL_LIMIT = 6000;

/** Gigabytes of a tenant's stored bundles. */
const UPLOAD_QUOTA = 50;

/** The extent of the demo tenant at the first start: with its data, its users only, or no demo tenant. */
export type Demo = 'full' | 'empty' | 'none';

/** The operator's own PostHog and the key of its project, which is public. */
export interface Analytics {
  url: string;
  key: string;
}

/** The port of the report service when it is a separate process. */
export const REPORTS_PORT = '30103';

/** Secrets that may be in a file. Child processes and crash reports can read the environment, but not the file. */
const SECRET_VARIABLES = [
  ...[
    'DATABASE_URL',
    'CAM_SECRET_KEY',
    'CAM_SECRET_KEY_PREVIOUS',
    'CAM_OIDC_CLIENT_SECRET',
    'CAM_DEMO_PASSWORD',
    'CAM_SMTP_URL',
    'CAM_METRICS_TOKEN',
    'CAM_OPERATOR_KEY',
    'CAM_STORAGE_SECRET_ACCESS_KEY',
    'OTEL_EXPORTER_OTLP_HEADERS',
  ],
  ...['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'],
];

/** The environment variables that identify the server to AWS. */
export const AWS_IDENTITY =
  /^AWS_(?:ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN|ROLE_ARN|WEB_IDENTITY_TOKEN_FILE|CONTAINER_\w+|EC2_METADATA_DISABLED)$/;

/** Returns the environment with the value of each secret that `NAME_FILE` points at. */
export function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
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

/** Reads CAM_ROLE. @throws ConfigError with a sentence that names the variable */
export function readRole({ CAM_ROLE, DATABASE_URL }: NodeJS.ProcessEnv): Role {
  const role = (CAM_ROLE || 'all') as Role;
  if (!ROLES.includes(role)) throw new ConfigError(`CAM_ROLE must be one of ${ROLES.join(', ')}, not "${CAM_ROLE}".`);
  if (!['all', 'host'].includes(role) && !DATABASE_URL)
    throw new ConfigError(`CAM_ROLE=${role} is for several processes on one PostgreSQL: set DATABASE_URL.`);
  return role;
}

/** The demo company is off by default on an operator's own database. */
export function readDemo({ CAM_DEMO, DATABASE_URL }: NodeJS.ProcessEnv): Demo {
  const value = (CAM_DEMO || (DATABASE_URL ? 'off' : 'on')).toLowerCase();
  const known = { on: 'full', off: 'empty', none: 'none' } as const;
  if (value in known) return known[value as keyof typeof known];
  throw new ConfigError(`CAM_DEMO must be on, off (the demo tenant without data) or none (no demo tenant), not "${CAM_DEMO}".`);
}

/** Reads the mail server; null: none. @throws ConfigError with a sentence that names the variable */
export function readMailServer({ CAM_SMTP_URL, CAM_MAIL_FROM }: NodeJS.ProcessEnv): MailServer | null {
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

/** Reads the token of the page with metrics; null: there is no page. @throws ConfigError with a sentence that names the variable */
export function readMetricsToken(token: string | undefined): string | null {
  if (!token) return null;
  if (!/^[\w.~+/=-]{24,200}$/.test(token))
    throw new ConfigError('CAM_METRICS_TOKEN must have 24 to 200 letters, digits or characters of . _ ~ + / = -');
  return token;
}

/** Reads the key of the command line; null: the data folder has it. @throws ConfigError with a sentence that names the variable */
export function readOperatorKey(key: string | undefined): string | null {
  if (!key) return null;
  if (!/^[\w-]{43}$/.test(key))
    throw new ConfigError('CAM_OPERATOR_KEY must be 32 bytes in base64url, for example from: openssl rand -base64 32 | tr +/ -_ | tr -d =');
  return key;
}

/**
 * Reads the collector from the variables that all OpenTelemetry software uses.
 * @see https://opentelemetry.io/docs/specs/otel/protocol/exporter/
 */
export function readCollector({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS,
  CAM_TRACE_SHARE,
}: NodeJS.ProcessEnv): Collector | null {
  if (!endpoint) return null;
  if (!/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : ''))
    throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT must be the OTLP/HTTP address of a collector, for example: http://collector.company.com:4318');
  const share = Number(CAM_TRACE_SHARE || 1);
  if (!(share >= 0 && share <= 1)) throw new ConfigError(`CAM_TRACE_SHARE must be a number from 0 to 1, not "${CAM_TRACE_SHARE}".`);
  return { endpoint: endpoint.replace(/\/+$/, ''), headers: readHeaders(OTEL_EXPORTER_OTLP_HEADERS ?? ''), share };
}

/** Reads `name=value` pairs, whose values are percent-encoded. The message shows no value: headers may be secrets. */
function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, name = '', value = ''] = /^\s*([\w-]+)=(.+?)\s*$/s.exec(pair) ?? [];
        if (name === '') throw new URIError();
        return [name, decodeURIComponent(value)];
      }),
    );
  } catch {
    throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS must list headers, for example: authorization=Bearer%20secret');
  }
}

/** Reads the operator's address for alarms; null: none. @throws ConfigError with a sentence that names the variable */
export function readSecurityMail({ CAM_SECURITY_MAIL: address, CAM_SMTP_URL }: NodeJS.ProcessEnv): string | null {
  if (!address) return null;
  if (!isEmailAddress(address)) throw new ConfigError('CAM_SECURITY_MAIL must be an e-mail address.');
  if (!CAM_SMTP_URL) throw new ConfigError('CAM_SECURITY_MAIL is set, so CAM_SMTP_URL must be the mail server.');
  return address;
}

/** Reads the address of the process that serves the host; null: this process serves it. @throws ConfigError with a sentence that names the variable */
export function readHostUrl(url: string | undefined): string | null {
  if (!url) return null;
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw new ConfigError('CAM_HOST_URL must be the address of the process that serves the console, for example: http://host:8080');
  return url.replace(/\/+$/, '');
}

/** Reads the calls of a user in a minute; 0: no limit. @throws ConfigError with a sentence that names the variable */
export function readCallLimit(value: string | undefined): number {
  if (!value) return CALL_LIMIT;
  const limit = Number(value);
  if (!Number.isInteger(limit) || limit < 0) throw new ConfigError(`CAM_CALL_LIMIT must be a whole number of calls in a minute, not "${value}".`);
  return limit;
}

/** Reads the rules for new passwords. @throws ConfigError with a sentence that names the variable */
export function readPasswordRules(value: string | undefined): PasswordRules {
  const rules = (value || 'composed') as PasswordRules;
  if (!PASSWORD_RULES.includes(rules)) throw new ConfigError(`CAM_PASSWORD_RULES must be ${PASSWORD_RULES.join(' or ')}, not "${value}".`);
  return rules;
}

/** Reads the quota of a tenant's bundles, in bytes. @throws ConfigError with a sentence that names the variable */
export function readGigabytes(value: string | undefined): number {
  const gigabytes = Number(value || UPLOAD_QUOTA);
  if (!(gigabytes > 0) || !Number.isFinite(gigabytes)) throw new ConfigError(`CAM_UPLOAD_QUOTA must be a number of gigabytes, not "${value}".`);
  return gigabytes * 1e9;
}

/** Reads the PostHog of the operator; null: none. @throws ConfigError with a sentence that names the variable */
export function readAnalytics({ CAM_POSTHOG_URL: url, CAM_POSTHOG_KEY: key }: NodeJS.ProcessEnv): Analytics | null {
  if (!url && !key) return null;
  const { protocol } = url && URL.canParse(url) ? new URL(url) : { protocol: '' };
  if (!url || !['https:', 'http:'].includes(protocol)) {
    throw new ConfigError('CAM_POSTHOG_URL must be the URL of your PostHog, for example: https://posthog.company.com');
  }
  if (!key) throw new ConfigError('CAM_POSTHOG_URL is set, so CAM_POSTHOG_KEY must be the key of the project there.');
  return { url: url.replace(/\/+$/, ''), key };
}

/** Reads the separator between messages to syslog servers. @throws ConfigError with a sentence that names the variable */
export function readFraming(value: string | undefined): Framing {
  const framing = value || 'newline';
  if (framing === 'newline' || framing === 'octet-counting') return framing;
  throw new ConfigError(`CAM_SYSLOG_FRAMING must be newline or octet-counting, not "${value}".`);
}

/** Reads whether syslog servers get user name and password. @throws ConfigError with a sentence that names the variable */
export function readSyslogCredentials(value: string | undefined): boolean {
  const known = { off: false, 'structured-data': true } as const;
  const chosen = value || 'off';
  if (chosen in known) return known[chosen as keyof typeof known];
  throw new ConfigError(`CAM_SYSLOG_CREDENTIALS must be off or structured-data, not "${value}".`);
}

/** Reads a port; 0: any free one. @throws ConfigError with a sentence that names the variable */
export function readPort(value: string | undefined, name = 'PORT'): number {
  if (value === undefined || value === '') return 8080;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new ConfigError(`${name} must be a number from 0 to 65535, not "${value}".`);
  return port;
}

/** Reads a number of seconds. @throws ConfigError with a sentence that names the variable */
export function readSeconds(value: string | undefined, name: string, otherwise: number): number {
  if (value === undefined || value === '') return otherwise;
  const seconds = Number(value);
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > 3600)
    throw new ConfigError(`${name} must be a whole number of seconds from 0 to 3600, not "${value}".`);
  return seconds;
}

/** Reads the time limits of requests. @throws ConfigError with a sentence that names the variable */
export function readTimeouts(env: NodeJS.ProcessEnv): Timeouts {
  const names = Object.keys(TIMEOUTS) as (keyof Timeouts)[];
  return Object.fromEntries(
    names.map((name) => {
      const variable = `CAM_${name.toUpperCase()}_TIMEOUT`;
      return [name, readSeconds(env[variable], variable, TIMEOUTS[name])];
    }),
  ) as unknown as Timeouts;
}

/** Reads the largest releases by remote, bytes after gzip. @throws ConfigError with a sentence that names the variable */
export function readSizes(text: string | undefined): Record<string, number> {
  const entries = (text ?? '').split(',').filter((entry) => entry.trim() !== '');
  return Object.fromEntries(
    entries.map((entry) => {
      const [, name, bytes] = /^\s*([a-z][a-z0-9-]*|\*)\s*=\s*(\d+)\s*$/.exec(entry) ?? [];
      if (name === undefined) throw new ConfigError('CAM_RELEASE_SIZES must list bytes by remote, for example: *=250000, graph-explorer=600000');
      return [name, Number(bytes)];
    }),
  );
}

/** Reads the origins of builds on developers' machines. @throws ConfigError with a sentence that names the variable */
export function readOrigins(text: string | undefined): string[] {
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
