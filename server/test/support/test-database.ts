import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import pino from 'pino';
import { Db } from '../../src/platform/db/database';
import { createDatabase } from './postgres.cjs';
import { copyPreparedData } from './prepared-data.cjs';
import { BUNDLE } from './server-process.cjs';

export const silent = pino({ level: 'silent' });

export interface TestDatabase {
  db: Db;
  /** The address on PostgreSQL; null on the embedded database. */
  url: string | null;
  remove: () => Promise<void>;
}

/** Opens the embedded database of a data folder. */
export const openEmbedded = (dataDir: string): Promise<Db> => Db.embedded(join(dataDir, 'db'), pathToFileURL(join(BUNDLE, 'pglite-worker.js')));

/** Opens a database with the schema, of the suite's kind. The embedded one also holds the demo tenant's users. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = process.env.CAM_TEST_POSTGRES_URL;
  if (!server) {
    const { dataDir, remove } = await copyPreparedData('installation');
    const db = await openEmbedded(dataDir);
    return { db, url: null, remove: () => db.close().then(remove) };
  }
  const url = await createDatabase(server);
  const db = await Db.postgres(url, silent);
  const remove = async () => {
    await db.close();
    const admin = new pg.Client({ connectionString: server });
    await admin.connect();
    const drop = `drop database ${new URL(url).pathname.slice(1)}`;
    // A vacuum that runs belongs to another user, whom only the form without force ends.
    await admin.query(`${drop} with (force)`).catch(() => admin.query(drop));
    await admin.end();
  };
  return { db, url, remove };
}
