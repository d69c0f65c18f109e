import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import pino from 'pino';
import { Db } from '../../src/platform/db/database';
import { BUNDLE } from './server-process.cjs';

export const silent = pino({ level: 'silent' });

export interface TestDatabase {
  db: Db;
  /** Null: embedded. */
  url: string | null;
  remove: () => Promise<void>;
}

/** A database without any table, of the kind that the suite runs on. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = process.env.CAM_TEST_POSTGRES_URL;
  if (!server) {
    const folder = mkdtempSync(join(tmpdir(), 'cam-test-db-'));
    const db = await Db.embedded(join(folder, 'db'), pathToFileURL(join(BUNDLE, 'pglite-worker.js')));
    return { db, url: null, remove: () => db.close().then(() => rmSync(folder, { recursive: true, force: true })) };
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const db = await Db.postgres(url, silent);
  const remove = async () => {
    await db.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  };
  return { db, url, remove };
}
