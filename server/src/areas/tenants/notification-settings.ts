import {
  SECRET_MASK,
  SEVERITIES,
  type NotificationChange,
  type NotificationInfo,
  type Severity,
  type Syslog,
  type SyslogProtocol,
} from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import type { OutboundTargets } from '../../platform/security/outbound-targets';
import type { SecretBox } from '../../platform/security/secret-box';
import { refuseFields, wrong, wrongNotificationFields } from './notification-rules';
import type { StoredNotification, StoredSyslog } from './tables';

/** Whom alerts of a severity are told to, with all that it takes to reach them. Not for answers. */
export interface OpenedNotification {
  severity: Severity;
  email: string[];
  slack_url: string[];
  syslog: { endpoint: string; network: SyslogProtocol; credentials: Credentials | null }[];
}

export interface Credentials {
  username: string;
  password: string;
}

/** Whom alerts of a severity are told to. Credentials of syslog servers are sealed in the database and never answered. */
export class NotificationSettings {
  constructor(
    private readonly ctx: Context,
    private readonly secrets: SecretBox,
    private readonly targets: OutboundTargets,
  ) {}

  list(tenantId: string): Promise<NotificationInfo[]> {
    return this.ctx.db.tenant(tenantId, (tx) => this.listIn(tx, tenantId));
  }

  /** One entry for each severity, also for those that nobody has set. */
  async listIn(tx: Tx, tenantId: string): Promise<NotificationInfo[]> {
    const rows = await tx.selectFrom('notification_setting').select(['severity', 'settings']).where('tenant_id', '=', tenantId).execute();
    return SEVERITIES.map((severity) => this.#shown(severity, rows.find((row) => row.severity === severity)?.settings));
  }

  /** For the area that sends: credentials as they are. */
  async openedIn(tx: Tx, tenantId: string): Promise<OpenedNotification[]> {
    const rows = await tx.selectFrom('notification_setting').select(['severity', 'settings']).where('tenant_id', '=', tenantId).execute();
    return rows.map(({ severity, settings: { email, slack_url, syslog } }) => ({
      severity: severity as Severity,
      email,
      slack_url,
      syslog: syslog.map((server) => ({ endpoint: server.endpoint, network: server.network, credentials: this.#opened(server) })),
    }));
  }

  /** Replaces the settings of one severity. 422 with every entry that is wrong; nothing is stored then. */
  async save(tenantId: string, severity: Severity, change: NotificationChange): Promise<NotificationInfo> {
    const trimmed = tidy(change);
    const [first, ...others] = await wrongNotificationFields(trimmed, this.targets);
    if (first) throw refuseFields([first, ...others]);
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const row = await tx
        .selectFrom('notification_setting')
        .select('settings')
        .where('tenant_id', '=', tenantId)
        .where('severity', '=', severity)
        .forUpdate()
        .executeTakeFirst();
      const known = row?.settings.syslog ?? [];
      const stored: StoredNotification = {
        email: trimmed.email,
        slack_url: trimmed.slack_url,
        syslog: trimmed.syslog.map((server, index) => this.#sealed(server, index, known)),
      };
      const settings = JSON.stringify(stored);
      await tx
        .insertInto('notification_setting')
        .values({ tenant_id: tenantId, severity, settings })
        .onConflict((onConflict) => onConflict.columns(['tenant_id', 'severity']).doUpdateSet({ settings }))
        .execute();
      return this.#shown(severity, stored);
    });
  }

  /** Seals the credentials of all syslog servers anew with the key that seals now. */
  async reseal(tenantId: string): Promise<{ sealed: number; lost: number }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const rows = await tx.selectFrom('notification_setting').selectAll().where('tenant_id', '=', tenantId).forUpdate().execute();
      const counts = { sealed: 0, lost: 0 };
      for (const { severity, settings } of rows) {
        const syslog = settings.syslog.map((server) => {
          const credentials = this.#opened(server);
          if (server.sealed) counts[credentials ? 'sealed' : 'lost'] += 1;
          return credentials ? { ...server, sealed: this.secrets.seal(JSON.stringify(credentials)).toString('base64') } : server;
        });
        const changed = JSON.stringify({ ...settings, syslog });
        await tx
          .updateTable('notification_setting')
          .set({ settings: changed })
          .where('tenant_id', '=', tenantId)
          .where('severity', '=', severity)
          .execute();
      }
      return counts;
    });
  }

  /**
   * A password that was not typed anew stays that of the same address. For any other address it must be typed: else whoever may change
   * settings could have a stored password sent to a server of their own.
   */
  #sealed({ endpoint, network, credentials }: NotificationChange['syslog'][number], index: number, known: readonly StoredSyslog[]): StoredSyslog {
    if (!credentials) return { endpoint, network };
    const { username, password } = credentials;
    const typed = password !== undefined && password !== SECRET_MASK ? password : null;
    const kept = typed ?? this.#opened(known.find((server) => server.endpoint === endpoint && server.network === network))?.password;
    if (kept === undefined) throw refuseFields([wrong(`syslog.${index}`, 'Enter the password for this address')]);
    return { endpoint, network, sealed: this.secrets.seal(JSON.stringify({ username, password: kept })).toString('base64') };
  }

  #shown(severity: Severity, stored: StoredNotification | undefined): NotificationInfo {
    const syslog = (stored?.syslog ?? []).map((server): Syslog => {
      const credentials = this.#opened(server);
      const { endpoint, network } = server;
      return { endpoint, network, ...(credentials ? { credentials: { username: credentials.username, password: SECRET_MASK } } : {}) };
    });
    return { severity, email: stored?.email ?? [], slack_url: stored?.slack_url ?? [], syslog };
  }

  /** Null where there are none, and where the key is not the one that they were sealed with: the rest of the settings stays usable. */
  #opened(server: StoredSyslog | undefined): Credentials | null {
    if (!server?.sealed) return null;
    try {
      return JSON.parse(this.secrets.open(Buffer.from(server.sealed, 'base64'))) as Credentials;
    } catch {
      this.ctx.log.error({ endpoint: server.endpoint }, 'the credentials of a syslog server were sealed with another CAM_SECRET_KEY');
      return null;
    }
  }
}

/** Blanks round an entry mean nothing, and neither does an entry that stands twice. */
function tidy(change: NotificationChange): NotificationChange {
  const distinct = (texts: readonly string[], keyOf = (text: string): string => text): string[] => [
    ...new Map(texts.map((text) => text.trim()).map((text) => [keyOf(text), text])).values(),
  ];
  return {
    ...change,
    email: distinct(change.email, (email) => email.toLowerCase()),
    slack_url: distinct(change.slack_url),
    syslog: change.syslog.map((server) => ({ ...server, endpoint: server.endpoint.trim() })),
  };
}
