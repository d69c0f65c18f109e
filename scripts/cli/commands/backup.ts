import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { restoreBackup, saveBackup, type BackupSecret } from '../../../server/src/platform/backup';
import { readConfig, type Config } from '../../../server/src/platform/config';
import { ConfigError } from '../../../server/src/platform/config-error';
import { Db } from '../../../server/src/platform/db/database';
import { allMigrations } from '../../../server/src/platform/db/migrations';
import { openEmbedded } from '../../../server/src/platform/db/open-embedded';
import { lockFolder } from '../../../server/src/platform/folder-lock';
import { openStorage, type ObjectStorage } from '../../../server/src/platform/storage';
import { serverAwsKeys } from '../../../server/src/sources/server-aws-keys';
import { describeStartError } from '../../../server/src/platform/start-error';
import { ROOT } from '../../build/root';
import { command, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';

interface BackupOptions extends CommonOptions {
  keyFile?: string;
}

const SHORTEST_PASSPHRASE = 12;
const HELP = `
The backup is encrypted with the passphrase in CAM_BACKUP_PASSPHRASE, or with --key-file.
CAM_DATA, CAM_STORAGE and DATABASE_URL name the installation, as for the server. A backup holds the files of the bucket too.`;

export function backupCommand(): Command {
  return withKey(command('backup', 'save the database, keys, bundles and releases to an encrypted file', { tenant: false }))
    .argument('<file>', 'file to write; it must not exist')
    .addHelpText('after', `${HELP}\nWith the embedded database, the server must not run.\n\nExample:\n  npm run cam -- backup ../cam-monday.backup`)
    .action((file: string, options: BackupOptions) =>
      explained(async () => {
        const output = outputOf(options);
        const { config, dataDir, secret } = settings(options);
        // With a bucket and PostgreSQL, a data folder has nothing that a new one lacks.
        const needed = config.databaseUrl === null ? join(dataDir, 'db') : config.storage === null ? dataDir : null;
        if (needed !== null && !existsSync(needed))
          throw new CliFailure(
            `There is no installation in the data folder ${dataDir}.\nSet CAM_DATA to the folder of the server, and DATABASE_URL if it has one.`,
          );
        await lockFolder(dataDir, { what: 'A backup', shared: config.databaseUrl !== null });
        const target = resolve(process.env.INIT_CWD ?? '.', file);
        const saved = await saveBackup(
          target,
          secret,
          { dataDir, bucket: await bucketOf(config, dataDir), openDatabase: () => openDatabase(config, dataDir) },
          {
            tenantsOf: async (tx) =>
              (await sql<{ tenant_id: string }>`select tenant_id from tenant order by tenant_id`.execute(tx)).rows.map(({ tenant_id: id }) => id),
            progress: (table, rows) => output.progress(`Saved ${rows} rows of ${table}`),
          },
        );
        const key =
          config.secretKey === null
            ? ''
            : '\nThe backup does not hold CAM_SECRET_KEY, which the environment sets. Keep that key as well: stored secrets need it.';
        output.result({ file: target, ...saved }, `Saved ${saved.rows} rows and ${saved.files} files to ${target}.${key}`);
      }),
    );
}

export function restoreCommand(): Command {
  return withKey(command('restore', 'restore a backup into an empty data folder, bucket and database', { tenant: false }))
    .argument('<file>', 'file that "backup" wrote')
    .addHelpText('after', `${HELP}\n\nExample:\n  CAM_DATA=/srv/cam npm run cam -- restore ../cam-monday.backup`)
    .action((file: string, options: BackupOptions) =>
      explained(async () => {
        const output = outputOf(options);
        const { config, dataDir, secret } = settings(options);
        const source = resolve(process.env.INIT_CWD ?? '.', file);
        await lockFolder(dataDir, { what: 'A restore', shared: false });
        const restored = await restoreBackup(
          source,
          secret,
          { dataDir, bucket: await bucketOf(config, dataDir), openDatabase: () => openDatabase(config, dataDir) },
          { migrations: allMigrations, progress: (words) => output.progress(words) },
        );
        const key =
          ['secret.key', 'secret.key.wrapped'].some((name) => existsSync(join(dataDir, name))) || config.secretKey !== null
            ? ''
            : '\nThe backup has no secret.key: set CAM_SECRET_KEY to the key of that server.';
        const words = `Restored ${restored.rows} rows and ${restored.files} files of ${restored.createdAt} into ${dataDir}. Start CAM to use them.${key}`;
        output.result({ data: dataDir, ...restored }, words);
      }),
    );
}

function withKey(target: Command): Command {
  return target.option('--key-file <file>', 'file with a key of 32 bytes in base64, for example from: openssl rand -base64 32');
}

function settings({ keyFile }: BackupOptions): { config: Config; dataDir: string; secret: BackupSecret } {
  const config = readConfig(process.env);
  return { config, dataDir: resolve(ROOT, process.env.CAM_DATA || '.data'), secret: secretOf(keyFile) };
}

function secretOf(keyFile: string | undefined): BackupSecret {
  if (keyFile !== undefined) {
    const key = Buffer.from(readFileSync(resolve(process.env.INIT_CWD ?? '.', keyFile), 'utf8').trim(), 'base64');
    if (key.length !== 32)
      throw new CliFailure(`${keyFile} does not hold a key of 32 bytes in base64.\nWrite one with: openssl rand -base64 32 > ${keyFile}`);
    return { key };
  }
  const passphrase = process.env.CAM_BACKUP_PASSPHRASE ?? '';
  if (passphrase.length < SHORTEST_PASSPHRASE)
    throw new CliFailure(
      `${passphrase === '' ? 'A backup needs a secret' : 'The passphrase is too short'}.\nSet CAM_BACKUP_PASSPHRASE to at least ${SHORTEST_PASSPHRASE} characters, or name a key with --key-file.`,
    );
  return { passphrase };
}

/** Returns the bucket of the installation; null: the data folder has all files. */
function bucketOf({ storage, awsIdentity }: Config, dataDir: string): Promise<ObjectStorage | null> | null {
  return storage && openStorage({ dataDir, storage, identity: serverAwsKeys(awsIdentity) });
}

/** A command has no log of its own. */
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined } as unknown as Logger;

function openDatabase(config: Config, dataDir: string): Promise<Db> {
  if (config.databaseUrl !== null) return Db.postgres(config.databaseUrl, silent);
  return openEmbedded(dataDir, new URL('./pglite-worker.mjs', import.meta.url), silent);
}

/** Turns errors with a known cause into messages for the operator. */
async function explained(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof CliFailure) throw error;
    const words = describeStartError(error);
    if (error instanceof ConfigError || words !== (error as Error).stack) throw new CliFailure(words);
    throw error;
  }
}
