import { createHash } from 'node:crypto';
import type { NotificationMethod, Severity } from '@cam/contracts/server';
import type { SyslogServer } from './send-syslog';

/** The settings of a severity with decrypted secrets. */
export interface Receivers {
  severity: Severity;
  email: readonly string[];
  slack_url: readonly string[];
  syslog: readonly SyslogServer[];
}

/** One receiver of messages. */
export type Target = { severity: Severity; key: string; label: string } & (
  | { method: 'EMAIL'; to: string }
  | { method: 'WEBHOOK'; url: string }
  | { method: 'SYSLOG'; server: SyslogServer }
);

/** Returns the receivers of these severities. Each has a constant key that reveals nothing. */
export function targetsOf(settings: readonly Receivers[]): Target[] {
  return settings.flatMap(({ severity, email, slack_url, syslog }): Target[] => [
    ...email.map((to) => ({ severity, method: 'EMAIL' as const, key: keyOf('EMAIL', to.toLowerCase()), label: to, to })),
    ...slack_url.map((url) => ({ severity, method: 'WEBHOOK' as const, key: keyOf('WEBHOOK', url), label: new URL(url).host, url })),
    ...syslog.map((server) => {
      const label = `${server.network} ${server.endpoint}`;
      return { severity, method: 'SYSLOG' as const, key: keyOf('SYSLOG', label), label, server };
    }),
  ]);
}

function keyOf(method: NotificationMethod, address: string): string {
  return createHash('sha256').update(`${method} ${address}`).digest('base64url');
}
