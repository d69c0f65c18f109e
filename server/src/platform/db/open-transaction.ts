import type { ControlledTransaction, Transaction } from 'kysely';
import type { Database } from './schema';
import { withUnavailable } from './unavailable';

/** A transaction that ends when its owner says so. It holds a connection until then. */
export class OpenTransaction {
  constructor(private readonly tx: ControlledTransaction<Database>) {}

  /**
   * Runs statements inside the transaction. After an error it can only be rolled back.
   * @throws DatabaseUnavailable if PostgreSQL does not respond
   */
  async run<T>(work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
    try {
      return await work(this.tx);
    } catch (error) {
      throw withUnavailable(error);
    }
  }

  /** @throws DatabaseUnavailable if PostgreSQL does not respond; the outcome is unknown then */
  commit(): Promise<void> {
    return this.run(() => this.tx.commit().execute());
  }

  /** Never fails: a transaction whose connection is lost is rolled back by the database. */
  async rollback(): Promise<void> {
    await this.tx
      .rollback()
      .execute()
      .catch(() => undefined);
  }
}
