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

/** The recipients of a severity with decrypted credentials. Never return it to clients. */
export interface DecryptedRecipients {
  severity: Severity;
  email: string[];
  slack_url: string[];
  syslog: { endpoint: string; network: SyslogProtocol; credentials: Credentials | null }[];
}

export interface Credentials {
  username: string;
  password: string;
}

/** Stores the recipients of alerts by severity. The credentials of syslog servers are encrypted in the database and never returned. */
export class NotificationSettings {
  constructor(
    private readonly ctx: Context,
    private readonly secrets: SecretBox,
    private readonly targets: OutboundTargets,
  ) {}

  list(tenantId: string): Promise<NotificationInfo[]> {
    return this.ctx.db.tenant(tenantId, (tx) => this.listIn(tx, tenantId));
  }

  /** Returns one entry for each severity, also for unset ones. */
  async listIn(tx: Tx, tenantId: string): Promise<NotificationInfo[]> {
    const rows = await tx.selectFrom('notification_setting').select(['severity', 'settings']).where('tenant_id', '=', tenantId).execute();
    return SEVERITIES.map((severity) => this.#shown(severity, rows.find((row) => row.severity === severity)?.settings));
  }

  /** Returns the recipients with decrypted credentials, for the notifications area. */
  async decryptedIn(tx: Tx, tenantId: string): Promise<DecryptedRecipients[]> {
    const rows = await tx.selectFrom('notification_setting').select(['severity', 'settings']).where('tenant_id', '=', tenantId).execute();
    return rows.map(({ severity, settings: { email, slack_url, syslog } }) => ({
      severity: severity as Severity,
      email,
      slack_url,
      syslog: syslog.map((server) => ({ endpoint: server.endpoint, network: server.network, credentials: this.#opened(server) })),
    }));
  }

  /** Replaces the settings of one severity. @throws ApiError 422 with every invalid entry; nothing is stored then */
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

  /**
   * Returns recipients without blanks and duplicates, if the settings of a severity would accept them.
   * @param place the field of the body that holds them
   * @throws ApiError 422 with every invalid entry
   */
  async checked<R extends NotificationChange>(recipients: R, place: string): Promise<R> {
    const trimmed = tidy(recipients);
    const [first, ...others] = await wrongNotificationFields(trimmed, this.targets, place);
    if (first) throw refuseFields([first, ...others]);
    return trimmed;
  }

  /** Seals the credentials of all syslog servers again with the current key. */
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
   * Seals the credentials of a server. An omitted password stays only for the same address; another address needs a new one. Otherwise a user who changes
   * settings could send a stored password to a server of their own.
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

  /** Returns the credentials; null if there are none or they were sealed with another key. The other settings stay usable. */
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

/** Trims entries and removes duplicates. */
function tidy<R extends NotificationChange>(change: R): R {
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
