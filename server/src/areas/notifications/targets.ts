import { createHash } from 'node:crypto';
import { SEVERITIES, type ChatKind, type GuardrailNotify, type NotificationMethod, type Severity } from '@cam/contracts/server';
import type { SyslogServer } from './send-syslog';

/** Recipients with decrypted secrets. */
interface Recipients {
  email: readonly string[];
  slack_url: readonly string[];
  syslog: readonly SyslogServer[];
}

/** The tenant's recipients of a severity. */
export interface Receivers extends Recipients {
  severity: Severity;
}

/** How a channel of each chat service gets messages. */
const CHANNEL_METHODS = { slack: 'SLACK', teams: 'TEAMS' } as const satisfies Record<ChatKind, NotificationMethod>;
type ChannelMethod = (typeof CHANNEL_METHODS)[ChatKind];

/** One receiver of messages. */
export type Target = { key: string; label: string } & (
  | { method: 'EMAIL'; to: string }
  | { method: 'WEBHOOK'; url: string }
  | { method: 'SYSLOG'; server: SyslogServer }
  | { method: ChannelMethod; connectionId: string }
);

/** A channel of a chat service that gets the alerts of some severities. */
export interface ChatChannel {
  kind: ChatKind;
  connectionId: string;
  label: string;
  severities: readonly Severity[];
}

/** The receivers of an alert, and when they are notified. */
interface Route {
  targets: readonly Target[];
  /** Lowest risk of an alert that is notified of; null: any. */
  minRisk: number | null;
  /** Without waiting for a digest or for the end of quiet hours. */
  atOnce: boolean;
}

/** Decides where alerts go: to the recipients of their guardrail, or to those of their severity if it has none. */
export class Routes {
  readonly #bySeverity: ReadonlyMap<Severity, readonly Target[]>;
  readonly #byGuardrail: ReadonlyMap<string, Omit<Route, 'targets'> & { own: readonly Target[] }>;

  /**
   * @param guardrails the notifications of guardrails that differ from the defaults, by id
   * @param channels channels of chat services, for alerts whose guardrail names no recipients
   */
  constructor(settings: readonly Receivers[], guardrails: ReadonlyMap<string, GuardrailNotify>, channels: readonly ChatChannel[] = []) {
    this.#bySeverity = new Map(
      SEVERITIES.map((severity) => {
        const own = settings.filter((receivers) => receivers.severity === severity).flatMap(targetsOf);
        return [severity, [...own, ...channels.filter(({ severities }) => severities.includes(severity)).map(channelTarget)]];
      }),
    );
    const known = settings.flatMap(({ syslog }) => syslog);
    this.#byGuardrail = new Map(
      [...guardrails].map(([id, { email, slack_url, syslog, min_risk: minRisk, at_once: atOnce }]) => {
        // Guardrails store no secrets. The credentials of a server go to the address that they were entered for, and nowhere else.
        const servers = syslog.map((server) => known.find((one) => keyOfSyslog(one) === keyOfSyslog(server)) ?? { ...server, credentials: null });
        return [id, { own: targetsOf({ email, slack_url, syslog: servers }), minRisk, atOnce }];
      }),
    );
  }

  of({ severity, monitorId }: { severity: Severity; monitorId: string }): Route {
    const guardrail = this.#byGuardrail.get(monitorId);
    const { own = [], minRisk = null, atOnce = false } = guardrail ?? {};
    return { targets: own.length > 0 ? own : this.ofSeverity(severity), minRisk, atOnce };
  }

  ofSeverity(severity: Severity): readonly Target[] {
    return this.#bySeverity.get(severity) ?? [];
  }
}

/** Returns the receivers. Each has a constant key that reveals nothing. */
function targetsOf({ email, slack_url, syslog }: Recipients): Target[] {
  return [
    ...email.map((to) => ({ method: 'EMAIL' as const, key: keyOf('EMAIL', to.toLowerCase()), label: to, to })),
    ...slack_url.map((url) => ({ method: 'WEBHOOK' as const, key: keyOf('WEBHOOK', url), label: new URL(url).host, url })),
    ...syslog.map((server) => {
      const label = keyOfSyslog(server);
      return { method: 'SYSLOG' as const, key: keyOf('SYSLOG', label), label, server };
    }),
  ];
}

function channelTarget({ kind, connectionId, label }: ChatChannel): Target {
  const method = CHANNEL_METHODS[kind];
  return { method, key: keyOf(method, connectionId), label, connectionId };
}

function keyOfSyslog({ network, endpoint }: Pick<SyslogServer, 'network' | 'endpoint'>): string {
  return `${network} ${endpoint}`;
}

function keyOf(method: NotificationMethod, address: string): string {
  return createHash('sha256').update(`${method} ${address}`).digest('base64url');
}
