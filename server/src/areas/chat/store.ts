import type { Selectable } from 'kysely';
import type { Right } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import type { ChannelMessage } from './chat-product';
import type { ChatPersonTable } from './tables';

export type ChatPersonRow = Selectable<ChatPersonTable>;

/** Time for which messages can be updated, ms. */
const UPDATED_FOR = 90 * 86_400_000;

export async function findPerson(tx: Tx, tenantId: string, connectionId: string, userId: string): Promise<ChatPersonRow | undefined> {
  return tx
    .selectFrom('chat_person')
    .selectAll()
    .where((is) => is.and({ tenant_id: tenantId, connection_id: connectionId, user_id: userId }))
    .executeTakeFirst();
}

export async function listLinks(tx: Tx, tenantId: string, email: string): Promise<ChatPersonRow[]> {
  return tx
    .selectFrom('chat_person')
    .selectAll()
    .where((is) => is.and({ tenant_id: tenantId, email }))
    .orderBy('linked_at')
    .orderBy('user_id')
    .execute();
}

export async function savePerson(tx: Tx, person: ChatPersonRow): Promise<void> {
  const changed = { user_name: person.user_name, email: person.email, rights: JSON.stringify(person.rights), linked_at: new Date(person.linked_at) };
  await tx
    .insertInto('chat_person')
    .values({ tenant_id: person.tenant_id, connection_id: person.connection_id, user_id: person.user_id, ...changed })
    .onConflict((on) => on.columns(['tenant_id', 'connection_id', 'user_id']).doUpdateSet(changed))
    .execute();
}

export async function deletePerson(
  tx: Tx,
  tenantId: string,
  person: { connectionId: string; userId: string; email: string },
): Promise<ChatPersonRow | undefined> {
  return tx
    .deleteFrom('chat_person')
    .where((is) => is.and({ tenant_id: tenantId, connection_id: person.connectionId, user_id: person.userId, email: person.email }))
    .returningAll()
    .executeTakeFirst();
}

/** Stores the code of a user, and forgets the earlier ones. */
export async function saveCode(
  tx: Tx,
  tenantId: string,
  code: { digest: string; email: string; rights: readonly Right[]; expires: Date },
): Promise<void> {
  await tx
    .deleteFrom('chat_code')
    .where('tenant_id', '=', tenantId)
    .where((is) => is.or([is('email', '=', code.email), is('expires_at', '<', new Date())]))
    .execute();
  await tx
    .insertInto('chat_code')
    .values({ tenant_id: tenantId, digest: code.digest, email: code.email, rights: JSON.stringify(code.rights), expires_at: code.expires })
    .execute();
}

/** Uses a code up. @returns its user; undefined: it is unknown or over */
export async function takeCode(tx: Tx, tenantId: string, digest: string): Promise<{ email: string; rights: Right[] } | undefined> {
  return tx
    .deleteFrom('chat_code')
    .where((is) => is.and({ tenant_id: tenantId, digest }))
    .where('expires_at', '>=', new Date())
    .returning(['email', 'rights'])
    .executeTakeFirst();
}

/** Identifies a message in a channel. */
export interface MessagePlace {
  connectionId: string;
  channel: string;
  ts: string;
}

export async function findMessage(tx: Tx, tenantId: string, { connectionId, channel, ts }: MessagePlace): Promise<ChannelMessage | undefined> {
  const row = await tx
    .selectFrom('chat_message')
    .select('message')
    .where((is) => is.and({ tenant_id: tenantId, connection_id: connectionId, channel, ts }))
    .forUpdate()
    .executeTakeFirst();
  return row?.message;
}

/** Keeps a message for later updates, and forgets old ones. */
export async function saveMessage(tx: Tx, tenantId: string, { connectionId, channel, ts }: MessagePlace, message: ChannelMessage): Promise<void> {
  const now = new Date();
  await tx
    .deleteFrom('chat_message')
    .where('tenant_id', '=', tenantId)
    .where('sent_at', '<', new Date(now.getTime() - UPDATED_FOR))
    .execute();
  await tx
    .insertInto('chat_message')
    .values({ tenant_id: tenantId, connection_id: connectionId, channel, ts, message: JSON.stringify(message), sent_at: now })
    .onConflict((on) => on.columns(['tenant_id', 'connection_id', 'channel', 'ts']).doUpdateSet({ message: JSON.stringify(message) }))
    .execute();
}
