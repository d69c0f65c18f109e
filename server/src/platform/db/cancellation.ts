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

/** The client disconnected: its statement was cancelled and its transaction rolled back. */
export class CallerDisconnected extends Error {
  constructor() {
    super('the client disconnected');
  }
}

/** A statement of a request reached the time limit and was cancelled. */
export class StatementTimeout extends Error {
  constructor(
    /** Milliseconds. */
    readonly limit: number,
  ) {
    super(`a statement took longer than ${limit} ms`);
  }
}

/** PostgreSQL's code of a statement that was cancelled or reached its time limit. */
export const QUERY_CANCELED = '57014';

/** Cancels the statement that the database connection with this process id runs, if any. */
export type CancelStatement = (pid: number) => Promise<void>;

/** Wait before a running statement is cancelled again, ms: the first cancellation may arrive before the statement does. */
const CANCEL_INTERVAL = 1000;

/** Refuses further statements after the client disconnected. */
class RefuseAfterDisconnect implements KyselyPlugin {
  constructor(private readonly signal: AbortSignal) {}

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (this.signal.aborted) throw new CallerDisconnected();
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}

/**
 * Runs a transaction that ends when the client disconnects: the running statement is cancelled and no further one begins.
 * @param cancel cancels the running statement; null: the database cannot, so the statement runs to its end
 * @param limit the time limit that the database sets for a statement, ms; 0: none
 * @throws CallerDisconnected after the client disconnected
 * @throws StatementTimeout after a statement reached the limit
 */
export async function runCancellable<T>(
  tx: Transaction<Database>,
  { signal, cancel, limit }: { signal: AbortSignal; cancel: (() => Promise<void>) | null; limit: number },
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  let ended: Promise<void> = Promise.resolve();
  let again: NodeJS.Timeout | undefined;
  const end = (): void => {
    if (!cancel) return;
    ended = ended.then(cancel);
    again = setTimeout(end, CANCEL_INTERVAL);
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    const result = await work(tx.withPlugin(new RefuseAfterDisconnect(signal)));
    if (signal.aborted) throw new CallerDisconnected();
    return result;
  } catch (error) {
    if (signal.aborted) throw new CallerDisconnected();
    throw limit > 0 && (error as { code?: unknown }).code === QUERY_CANCELED ? new StatementTimeout(limit) : error;
  } finally {
    signal.removeEventListener('abort', end);
    clearTimeout(again);
    // A late cancellation must not hit the next statement of the connection.
    await ended;
  }
}
