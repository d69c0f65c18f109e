import { ipVersion, isEmailAddress, isPort, readSyslogEndpoint, SYSLOG_PROTOCOLS, type GuardrailNotify, type Monitor } from '@cam/contracts';
import { formatDate } from '@cam/ui';

/** Fields of the alerting section of the guardrail form. */
export interface AlertingFields {
  raisesAlerts: boolean;
  email: string[];
  webhooks: string[];
  /** Protocol and endpoint of each server: `udp 10.0.0.9:514`. */
  syslog: string[];
  /** Lowest risk, 0 to 100, as text; empty: any. */
  minRisk: string;
  atOnce: boolean;
}

export type AlertingErrors = Partial<Record<keyof AlertingFields, string>>;

/** Returns the alerting of a new guardrail: it raises no alerts yet. */
export function newAlerting(): AlertingFields {
  return { raisesAlerts: false, email: [], webhooks: [], syslog: [], minRisk: '', atOnce: false };
}

/** Returns the fields of a stored guardrail. */
export function alertingOf({ alerts_enabled: raisesAlerts, notify }: Pick<Monitor, 'alerts_enabled' | 'notify'>): AlertingFields {
  return {
    raisesAlerts,
    email: notify.email,
    webhooks: notify.slack_url,
    syslog: notify.syslog.map(({ network, endpoint }) => `${network} ${endpoint}`),
    minRisk: notify.min_risk === null ? '' : String(notify.min_risk),
    atOnce: notify.at_once,
  };
}

/** Converts the fields to the request body. */
export function alertingBody(fields: AlertingFields): { alerts_enabled: boolean; notify: GuardrailNotify } {
  const { raisesAlerts, email, webhooks, syslog, minRisk, atOnce } = fields;
  const servers = syslog.flatMap((text) => readServer(text) ?? []);
  return {
    alerts_enabled: raisesAlerts,
    notify: { email, slack_url: webhooks, syslog: servers, min_risk: minRisk.trim() === '' ? null : Number(minRisk), at_once: atOnce },
  };
}

/** Returns a message for each field that breaks a rule. The server validates the webhook URLs itself. */
export function alertingErrors({ email, syslog, minRisk }: AlertingFields): AlertingErrors {
  const wrongEmails = email.filter((address) => !isEmailAddress(address));
  const wrongServers = syslog.filter((text) => readServer(text) === null);
  return {
    ...(wrongEmails.length > 0 ? { email: `Invalid email address: ${wrongEmails.join(', ')}` } : {}),
    ...(wrongServers.length > 0
      ? { syslog: `Enter a protocol, an IP address and a port, such as udp 10.0.0.9:514, not ${wrongServers.join(', ')}` }
      : {}),
    ...(minRisk.trim() !== '' && !/^(100|\d{1,2})$/.test(minRisk.trim()) ? { minRisk: 'Enter a whole number from 0 to 100.' } : {}),
  };
}

/** Returns a syslog server from its text; null if it has another form. */
function readServer(text: string): GuardrailNotify['syslog'][number] | null {
  const [, protocol = '', endpoint = ''] = /^(\S+)\s+(\S+)$/.exec(text.trim()) ?? [];
  const network = SYSLOG_PROTOCOLS.find((known) => known === protocol.toLowerCase());
  const address = readSyslogEndpoint(endpoint);
  if (!network || !address || ipVersion(address.ip) === null || !isPort(address.port)) return null;
  return { network, endpoint };
}

/** Recipients that a state names; it counts the others. */
const NAMED = 1;

/** Describes the alerting of a guardrail: "Raising alerts since 2026-03-01; notifies ops@company.com of alerts of risk 60 or more". */
export function alertingState({
  alerts_enabled: isOn,
  alerts_since: since,
  notify,
}: Pick<Monitor, 'alerts_enabled' | 'alerts_since' | 'notify'>): string {
  if (!isOn) return 'Not raising alerts';
  const recipients = [
    ...notify.email,
    ...notify.slack_url.map((url) => (URL.canParse(url) ? new URL(url).host : url)),
    ...notify.syslog.map(({ network, endpoint }) => `${network} ${endpoint}`),
  ];
  const risk = notify.min_risk === null || notify.min_risk === 0 ? '' : ` of alerts of risk ${notify.min_risk} or more`;
  const more = recipients.length - NAMED;
  const whom = recipients.length === 0 ? '' : ` ${recipients.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const notifies = `${whom}${risk}${notify.at_once ? `${whom || risk ? ',' : ''} at once` : ''}`;
  return `Raising alerts${since === null ? '' : ` since ${formatDate(since)}`}${notifies === '' ? '' : `; notifies${notifies}`}`;
}
