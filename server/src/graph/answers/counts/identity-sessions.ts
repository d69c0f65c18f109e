import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import type { PathHop } from '../../engine/profile-paths';
import { usageParts, type InventoryScope } from './parts';
import { readNames } from './read-uses';

/** The last use in sessions of an identity that somebody can become. */
interface Session {
  /** The identity. */
  uri: string;
  /** The name of whoever started the sessions; null: nobody knows. */
  starter: string | null;
  /** ISO 8601. */
  last_at: string;
}

/** The sessions of the last 90 days, by who started them. */
export class IdentitySessions {
  /** By the name of the starter. */
  readonly #started = new Map<string, Session[]>();
  /** The last day of use by an unknown user, by identity. */
  readonly #unattributed = new Map<string, string>();

  constructor(
    sessions: Iterable<Session>,
    /** The names in logs of each identity, by URI. */
    private readonly names: ReadonlyMap<string, readonly string[]>,
  ) {
    for (const session of sessions) {
      if (session.starter === null) this.#unattributed.set(session.uri, session.last_at.slice(0, 10));
      else this.#started.set(session.starter, [...(this.#started.get(session.starter) ?? []), session]);
    }
  }

  /** Returns what an identity started: the last use, ISO 8601, or null, and the number of these identities that it used. */
  startedBy(uri: string, among: ReadonlySet<string>): { last: string | null; used: number } {
    const sessions = (this.names.get(uri) ?? []).flatMap((name) => this.#started.get(name) ?? []);
    const used = new Set(sessions.flatMap((session) => (among.has(session.uri) ? [session.uri] : [])));
    return { last: sessions.reduce<string | null>((last, { last_at: at }) => (last === null || at > last ? at : last), null), used: used.size };
  }

  /** Reports whether an unknown user used one of these roles and service accounts after a day. @param day YYYY-MM-DD */
  isUsedThrough(hops: Iterable<PathHop>, day: string): boolean {
    if (this.#unattributed.size === 0) return false;
    for (const { uri, type } of hops) if ((type === 'ROLE' || type === 'SERVICE_ACCOUNT') && (this.#unattributed.get(uri) ?? '') > day) return true;
    return false;
  }
}

export async function readSessions(tx: Tx, scope: InventoryScope): Promise<IdentitySessions> {
  const { rows } = await sql<Session>`
    with ${usageParts(scope)} select s.uri, s.starter, max(s.last_at) last_at from sessions s group by 1, 2`.execute(tx);
  const starters = new Set(rows.flatMap(({ starter }) => starter ?? []));
  return new IdentitySessions(rows, await readNames(tx, scope, starters));
}
