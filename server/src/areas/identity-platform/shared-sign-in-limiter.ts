import { sql } from 'kysely';
import type { Db } from '../../platform/db/database';
import { type Admission, countWith, keysOf, type Known, type Limit, LIMITS, type Limits, MEMORY, waitOf } from './sign-in-limiter';

/** The most rows that stay after a sweep. */
const MOST_ROWS = 100_000;

/** Limits failed sign-ins in all processes of one PostgreSQL, by the clock of the database. It counts as `SignInLimiter` does. */
export class SharedSignInLimiter implements Limits {
  constructor(private readonly db: Db) {}

  async admit(account: string, address: string | null): Promise<Admission> {
    const keys = keysOf(account, address);
    const limits = new Map<string, Limit>([
      [keys.accountAndAddress, LIMITS.accountAndAddress],
      [keys.account, LIMITS.account],
      ...(keys.address === null ? [] : [[keys.address, LIMITS.address] as [string, Limit]]),
    ]);
    const retryAfter = await this.db.system(async (tx) => {
      // The rows are locked in the order of their keys, so that two sign-ins never wait for each other.
      const names = [...limits.keys()].sort();
      for (const key of names) {
        await tx
          .insertInto('sign_in_failure')
          .values({ key, count: 0 })
          .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ key: eb.ref('excluded.key') })))
          .execute();
      }
      const rows = await tx
        .selectFrom('sign_in_failure')
        .select(['key', 'count', 'last_at', sql<Date>`clock_timestamp()`.as('now')])
        .where('key', 'in', names)
        .execute();
      const known = rows.map(({ key, count, last_at: last }): [string, Known] => [key, { count, last: last.getTime() }]);
      const now = rows[0]?.now.getTime() ?? Date.now();
      const wait = Math.max(...known.map(([key, failures]) => waitOf(limits.get(key) as Limit, failures, now)));
      if (wait > 0) return wait;
      for (const [key, failures] of known) {
        const change = { count: countWith(failures, now), last_at: new Date(now) };
        await tx.updateTable('sign_in_failure').set(change).where('key', '=', key).execute();
      }
      return 0;
    });
    if (retryAfter > 0) return { retryAfter };
    return { retryAfter: null, succeeded: () => this.#succeeded(keys) };
  }

  /** Deletes failures that no longer count, and the oldest if there are too many. */
  async sweep(): Promise<void> {
    await this.db.system(async (tx) => {
      await tx
        .deleteFrom('sign_in_failure')
        .where('last_at', '<', new Date(Date.now() - MEMORY))
        .execute();
      const oldest = tx.selectFrom('sign_in_failure').select('key').orderBy('last_at', 'desc').offset(MOST_ROWS);
      await tx.deleteFrom('sign_in_failure').where('key', 'in', oldest).execute();
    });
  }

  async #succeeded({ accountAndAddress, account, address }: ReturnType<typeof keysOf>): Promise<void> {
    await this.db.system(async (tx) => {
      const forgotten = [accountAndAddress, account].sort();
      // In the order of `admit`.
      for (const key of [...forgotten, ...(address === null ? [] : [address])].sort()) {
        if (key !== address) await tx.deleteFrom('sign_in_failure').where('key', '=', key).execute();
        else
          await tx
            .updateTable('sign_in_failure')
            .set({ count: sql<number>`greatest(count - 1, 0)` })
            .where('key', '=', key)
            .execute();
      }
    });
  }
}
