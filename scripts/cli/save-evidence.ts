import { rename, rm, stat } from 'node:fs/promises';
import { readPublicKeys } from '@cam/checker';
import { verifyFile } from '@cam/checker/node';
import type { DataDownload } from '@cam/contracts';
import type { ApiClient } from './api-client';
import { CliFailure } from './failure';
import type { Output } from './output';

/** Time between two looks while the proofs are made, ms. */
const LOOK = 500;

/**
 * Waits until the server has made evidence, checks all of it with the keys of the installation, and saves it.
 * @throws CliFailure if the server could not make it, or it does not hold: then there is no file
 */
export async function saveEvidence(client: ApiClient, output: Output, download: DataDownload, file: string): Promise<void> {
  const path = { download_id: download.download_id };
  const { error } = await untilReady(client, path, output);
  if (error !== '') throw new CliFailure(error);
  const unchecked = `${file}.part`;
  try {
    await client.save('GET /graph-querymgr/v1/resources/publish/{download_id}/file', { path }, unchecked);
    const { keys } = await client.call('GET /v1/proofs/keys', {});
    const { report, words } = await verifyFile(unchecked, readPublicKeys(JSON.stringify({ keys })));
    if (report.code !== 0) throw new CliFailure(`The server sent evidence that does not hold.\n${words}`, report.fault);
    const { size: bytes } = await stat(unchecked);
    await rename(unchecked, file).catch((cause: Error) => {
      throw new CliFailure(`${file} cannot be written: ${cause.message}. Check the path.`);
    });
    output.result({ file, bytes, report }, `${words}\n\nWritten to ${file}, ${bytes.toLocaleString('en')} bytes.`);
  } finally {
    await rm(unchecked, { force: true });
  }
}

async function untilReady(client: ApiClient, path: { download_id: string }, output: Output): Promise<DataDownload> {
  for (let shown = 0; ;) {
    const { download } = await client.call('GET /graph-querymgr/v1/resources/publish/{download_id}', { path });
    if (download.status === 'REPORT_STATUS_COMPLETED' || download.status === 'REPORT_STATUS_ERROR') return download;
    if (download.bytes > shown) output.progress(`${download.bytes.toLocaleString('en')} bytes of proofs so far`);
    shown = download.bytes;
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}
