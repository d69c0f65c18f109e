import type { Api, DataDownload, DownloadCriteria } from '@cam/contracts';
import { callApi, downloadFile, notify, useApi } from '@cam/platform';
import { saveFile } from '@cam/ui';

/** What a whole file can be made of. */
export interface Publishable {
  view: DataDownload['view'];
  criteria: DownloadCriteria;
}

type Answer = Api['GET /graph-querymgr/v1/resources/publish']['answer'];

/** While a file is written the list is asked for again, ms. */
const POLL = 1500;

export function isBeingWritten({ status }: DataDownload): boolean {
  return status === 'REPORT_STATUS_INITIATED' || status === 'REPORT_STATUS_IN_PROGRESS';
}

export function useDownloads() {
  return useApi(
    'GET /graph-querymgr/v1/resources/publish',
    {},
    { filtered: false, refreshInterval: (latest: Answer | undefined) => (latest?.downloads.some(isBeingWritten) ? POLL : 0) },
  );
}

/** Starts writing a file. A failure was shown already. */
export async function publish(what: Publishable): Promise<void> {
  await callApi('POST /graph-querymgr/v1/resources/publish', { body: what });
  notify.info('The file is being written. It is kept here for a day.');
}

export async function fetchDownload({ download_id }: DataDownload): Promise<void> {
  const { blob, fileName } = await downloadFile('GET /graph-querymgr/v1/resources/publish/{download_id}/file', { path: { download_id } });
  saveFile(blob, blob.type, fileName);
}
