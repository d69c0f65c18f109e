import { sql } from 'kysely';
import type { DataDownload, DownloadCriteria } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';

export interface NewDownload {
  downloadId: string;
  view: DataDownload['view'];
  criteria: DownloadCriteria;
  accountId: string | null;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
}

export interface StoredDownload extends DataDownload {
  criteria: DownloadCriteria;
  accountId: string | null;
}

export async function insertDownload(tx: Tx, tenantId: string, download: NewDownload): Promise<void> {
  await tx
    .insertInto('data_download')
    .values({
      tenant_id: tenantId,
      download_id: download.downloadId,
      view: download.view,
      criteria: JSON.stringify(download.criteria),
      account_id: download.accountId,
      file_name: '',
      status: 'REPORT_STATUS_INITIATED',
      bytes: 0,
      error: '',
      created_by: download.createdBy,
      created_at: download.createdAt,
      expires_at: download.expiresAt,
    })
    .execute();
}

/** Deletes expired downloads, and all but the newest ones. */
export async function removeOld(tx: Tx, tenantId: string, now: Date, kept: number): Promise<void> {
  await sql`
    delete from data_download where tenant_id = ${tenantId} and (expires_at <= ${now.toISOString()}::timestamptz or download_id in (
      select d.download_id from data_download d where d.tenant_id = ${tenantId} order by d.created_at desc, d.download_id offset ${kept}))`.execute(
    tx,
  );
}

export async function listDownloads(tx: Tx, tenantId: string, now: Date): Promise<StoredDownload[]> {
  const rows = await tx
    .selectFrom('data_download')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('download_id')
    .execute();
  return rows.map(toDownload);
}

/** Returns a download, also an expired one that is not deleted yet. */
export async function findDownload(tx: Tx, tenantId: string, downloadId: string): Promise<StoredDownload | null> {
  const row = await tx
    .selectFrom('data_download')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('download_id', '=', downloadId)
    .executeTakeFirst();
  return row ? toDownload(row) : null;
}

/** @returns false if the download was deleted meanwhile */
export async function saveDownload(
  tx: Tx,
  tenantId: string,
  downloadId: string,
  { partial, ...state }: Partial<Pick<DataDownload, 'status' | 'file_name' | 'bytes' | 'error' | 'partial'>>,
): Promise<boolean> {
  const result = await tx
    .updateTable('data_download')
    .set({ ...state, ...(partial && { partial: JSON.stringify(partial) }) })
    .where('tenant_id', '=', tenantId)
    .where('download_id', '=', downloadId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function clearParts(tx: Tx, tenantId: string, downloadId: string): Promise<void> {
  await tx.deleteFrom('data_download_part').where('tenant_id', '=', tenantId).where('download_id', '=', downloadId).execute();
}

export async function addPart(tx: Tx, tenantId: string, downloadId: string, part: number, content: Buffer): Promise<void> {
  await tx.insertInto('data_download_part').values({ tenant_id: tenantId, download_id: downloadId, part, content }).execute();
}

/** Returns a part; null after the last one. */
export async function readPart(tx: Tx, tenantId: string, downloadId: string, part: number): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('data_download_part')
    .select('content')
    .where('tenant_id', '=', tenantId)
    .where('download_id', '=', downloadId)
    .where('part', '=', part)
    .executeTakeFirst();
  return row ? Buffer.from(row.content) : null;
}

function toDownload(row: {
  download_id: string;
  view: DataDownload['view'];
  criteria: DownloadCriteria;
  account_id: string | null;
  file_name: string;
  status: DataDownload['status'];
  bytes: number | string;
  error: string;
  partial: DataDownload['partial'];
  created_by: string;
  created_at: Date | string;
  expires_at: Date | string;
}): StoredDownload {
  return {
    download_id: row.download_id,
    view: row.view,
    criteria: row.criteria,
    accountId: row.account_id,
    file_name: row.file_name,
    status: row.status,
    bytes: Number(row.bytes),
    error: row.error,
    partial: row.partial,
    created_by: row.created_by,
    create_date: new Date(row.created_at).toISOString(),
    expire_date: new Date(row.expires_at).toISOString(),
  };
}
