import type { Api, DataDownload } from '@cam/contracts';
import { callApi, downloadFile, notify, useApi } from '@cam/platform';
import { saveFile } from '@cam/ui';

/** A view and its criteria, from which the server generates a file. */
export type Publishable = Pick<Api['POST /graph-querymgr/v1/resources/publish']['body'], 'view' | 'criteria'>;

type Answer = Api['GET /graph-querymgr/v1/resources/publish']['answer'];

/** The polling interval while a file is generated, in ms. */
const POLL = 1500;

/** Reports whether the server still generates a file. */
export function isGenerating({ status }: DataDownload): boolean {
  return status === 'REPORT_STATUS_INITIATED' || status === 'REPORT_STATUS_IN_PROGRESS';
}

/** Loads the generated files of the tenant, and polls while one is in progress. */
export function useDownloads() {
  return useApi(
    'GET /graph-querymgr/v1/resources/publish',
    {},
    { filtered: false, refreshInterval: (latest: Answer | undefined) => (latest?.downloads.some(isGenerating) ? POLL : 0) },
  );
}

/**
 * Starts the generation of a file.
 * @throws {ApiFailure} after the failure was shown
 */
export async function publish(what: Publishable): Promise<void> {
  await callApi('POST /graph-querymgr/v1/resources/publish', { body: what });
  notify.info('File generation started. The file stays available here for one day.');
}

/**
 * Starts the evidence of a query: a zip with a signed proof for each row.
 * @throws {ApiFailure} after the reason was shown
 */
export async function publishEvidence(query: string): Promise<void> {
  await callApi('POST /v1/proofs/export', { body: { query } });
  notify.info('The proofs are being made. The file stays available here for one day.');
}

/** Downloads a generated file and saves it under its own name. */
export async function fetchDownload({ download_id }: DataDownload): Promise<void> {
  const { blob, fileName } = await downloadFile('GET /graph-querymgr/v1/resources/publish/{download_id}/file', { path: { download_id } });
  saveFile(blob, blob.type, fileName);
}
