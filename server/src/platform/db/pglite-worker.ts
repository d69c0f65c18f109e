import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/** PGlite blocks the thread that calls it. This worker keeps it off the thread that answers requests. */
interface Request {
  id: number;
  sql: string;
  parameters: unknown[] | null;
}

const port = parentPort;
if (!port) throw new Error('pglite-worker runs as a worker thread only');

const db = await PGlite.create({ dataDir: (workerData as { dataDir: string }).dataDir, extensions: { pg_trgm } });
port.postMessage({ ready: true });

let tail: Promise<void> = Promise.resolve();

port.on('message', (message: Request | 'close') => {
  tail = tail.then(async () => {
    if (message === 'close') {
      await db.close();
      port.postMessage({ closed: true });
      port.close();
      return;
    }
    port.postMessage(await answer(message));
  });
});

async function answer({ id, sql, parameters }: Request): Promise<unknown> {
  try {
    if (parameters === null) {
      const results = await db.exec(sql);
      return { id, rows: results.flatMap((result) => result.rows), affected: 0 };
    }
    const result = await db.query(sql, parameters);
    return { id, rows: result.rows, affected: result.affectedRows ?? 0 };
  } catch (error) {
    const { message, code, detail, constraint, table } = error as Error & Record<string, string | undefined>;
    return { id, error: { message, code, detail, constraint, table } };
  }
}
