import { ipVersion, isEmailAddress, isPort, readSyslogEndpoint, type NotificationChange, type Severity } from '@cam/contracts/server';
import { unprocessable, type ApiError } from '../../platform/http/errors';
import type { FieldError } from '../../platform/http/validation';
import type { OutboundTargets } from '../../platform/security/outbound-targets';

const PRIVATE_TARGET = 'Private and link-local addresses are refused. Ask your operator to allow the network in CAM_ALLOWED_NETWORKS.';

/** The field of the body that holds the tenant's settings. */
const SETTINGS = 'notification_info';

/**
 * Checks the format of every entry, and whether messages may go there. Resolves with the errors by their place in the body. No error repeats the input,
 * because a webhook's URL is a secret.
 * @param place the field of the body that holds the recipients
 */
export async function wrongNotificationFields(change: NotificationChange, targets: OutboundTargets, place = SETTINGS): Promise<FieldError[]> {
  const checks: (Wrong | null | Promise<Wrong | null>)[] = [
    ...change.email.map((email, index) => (isEmailAddress(email) ? null : { entry: `email.${index}`, message: 'Invalid email address' })),
    ...change.slack_url.map(async (url, index) => describe(`slack_url.${index}`, await wrongWebhook(url, targets))),
    ...change.syslog.map(async (server, index) => describe(`syslog.${index}`, await wrongSyslog(server, targets))),
    ...twice(change.syslog),
  ];
  return (await Promise.all(checks)).flatMap((check) => (check === null ? [] : [wrong(check.entry, check.message, place)]));
}

interface Wrong {
  entry: string;
  message: string;
}

/** Refuses a body with another severity than the path. */
export function refuseOtherSeverity(severity: Severity, ...named: (Severity | undefined)[]): void {
  if (named.some((other) => other !== undefined && other !== severity)) {
    throw unprocessable('INVALID_INPUT', 'The severity in the body differs from the severity in the path.');
  }
}

/** Returns the refusal of invalid fields, in the form of all invalid input. */
export function refuseFields(fields: readonly [FieldError, ...FieldError[]]): ApiError {
  return unprocessable('INVALID_INPUT', fields[0].message, { fields });
}

export function wrong(entry: string, message: string, place = SETTINGS): FieldError {
  return { in: 'body', field: `${place}.${entry}`, message };
}

function describe(entry: string, message: string | null): Wrong | null {
  return message === null ? null : { entry, message };
}

async function wrongWebhook(text: string, targets: OutboundTargets): Promise<string | null> {
  const url = URL.canParse(text) ? new URL(text) : null;
  // Receivers in a network that the operator trusts may use plain HTTP.
  const isPlain = url?.protocol === 'http:' && (await targets.isTrusted(url.hostname));
  if (!url || (url.protocol !== 'https:' && !isPlain)) return 'Webhook URL should start with https://';
  if (url.username || url.password) return 'Webhook URL should not contain a user name or password';
  return (await targets.isForbidden(url.hostname)) ? PRIVATE_TARGET : null;
}

async function wrongSyslog(server: NotificationChange['syslog'][number], targets: OutboundTargets): Promise<string | null> {
  const address = readSyslogEndpoint(server.endpoint);
  if (!address || ipVersion(address.ip) === null) return 'Invalid ip address format';
  if (!isPort(address.port)) return 'Port should be a number from 1 to 65535';
  const { credentials } = server;
  if (credentials && (!credentials.username || credentials.password === '')) return 'Credentials should have a user name and a password';
  return (await targets.isForbidden(address.ip)) ? PRIVATE_TARGET : null;
}

/** Refuses a second entry with the same address, so that each address gets a message once. */
function twice(servers: NotificationChange['syslog']): (Wrong | null)[] {
  const seen = new Set<string>();
  return servers.map(({ endpoint, network }, index) => {
    const key = `${network} ${endpoint}`;
    if (seen.has(key)) return { entry: `syslog.${index}`, message: 'This syslog server is listed twice' };
    seen.add(key);
    return null;
  });
}
