import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  Transaction,
  UnknownRow,
} from 'kysely';
import type { Database } from './schema';

/** Whoever asked is gone: what was begun for them was ended, and nothing of it is kept. */
export class HungUp extends Error {
  constructor() {
    super('whoever asked is gone');
  }
}

/** A statement took longer than somebody who asks is let wait, and was ended. */
export class TookTooLong extends Error {
  constructor(
    /** ms */
    readonly limit: number,
  ) {
    super(`a statement took longer than ${limit} ms`);
  }
}

/** What PostgreSQL says of a statement that it ended, for somebody or because its time was up. */
const QUERY_CANCELED = '57014';

/** Ends the statement that the connection with this number of the database runs, if any. */
export type CancelStatement = (pid: number) => Promise<void>;

/** How often a statement that still runs is ended once more, ms: the first time may come before the statement did. */
const AGAIN = 1000;

/** No further statement begins once somebody hung up. */
class NoFurther implements KyselyPlugin {
  constructor(private readonly signal: AbortSignal) {}

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (this.signal.aborted) throw new HungUp();
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}

/**
 * Work for somebody who may hang up: the statement that runs then is ended, no further one begins, and the transaction fails with `HungUp`.
 * @param cancel ends the statement that runs; null: the database cannot, so it goes on to its own end
 * @param limit after how long the database ends a statement by itself, ms: then this throws `TookTooLong`; 0: it never does
 */
export async function untilHungUp<T>(
  tx: Transaction<Database>,
  { signal, cancel, limit }: { signal: AbortSignal; cancel: (() => Promise<void>) | null; limit: number },
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  let ended: Promise<void> = Promise.resolve();
  let again: NodeJS.Timeout | undefined;
  const end = (): void => {
    if (!cancel) return;
    ended = ended.then(cancel);
    again = setTimeout(end, AGAIN);
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    const result = await work(tx.withPlugin(new NoFurther(signal)));
    if (signal.aborted) throw new HungUp();
    return result;
  } catch (error) {
    if (signal.aborted) throw new HungUp();
    throw limit > 0 && (error as { code?: unknown }).code === QUERY_CANCELED ? new TookTooLong(limit) : error;
  } finally {
    signal.removeEventListener('abort', end);
    clearTimeout(again);
    // What the connection does next must not be ended in its place.
    await ended;
  }
}
