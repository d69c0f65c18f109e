import { useState } from 'react';
import type { Api, DataDownload } from '@cam/contracts';
import { downloadFile, notify, useApi, type ApiFailure } from '@cam/platform';
import { saveFile } from '@cam/ui';

type Answer = Api['GET /graph-querymgr/v1/resources/publish/{download_id}']['answer'];

/** Time between two looks while the server makes the proofs, ms. */
const LOOK = 1500;

/**
 * Makes evidence with proofs, and saves the file when the server has written it.
 * @param start the call that starts the job
 */
export function useEvidence(start: () => Promise<Answer>): { isMaking: boolean; make: () => Promise<void> } {
  const [downloadId, setDownloadId] = useState<string | null>(null);
  const end = (failure: string): void => {
    setDownloadId(null);
    if (failure !== '') notify.error(failure);
  };
  useApi('GET /graph-querymgr/v1/resources/publish/{download_id}', downloadId === null ? null : { path: { download_id: downloadId } }, {
    filtered: false,
    refreshInterval: LOOK,
    onSuccess: ({ download }: Answer) => {
      if (download.status === 'REPORT_STATUS_ERROR') end(download.error);
      if (download.status !== 'REPORT_STATUS_COMPLETED') return;
      end('');
      void save(download);
    },
    onError: (error: ApiFailure) => end(error.userMessage),
  });
  const make = async (): Promise<void> => {
    // The platform showed the error.
    const started = await start().catch(() => null);
    if (!started) return;
    setDownloadId(started.download.download_id);
    notify.info('The proofs are being made. The file is saved when it is complete, and stays under Data Downloads for one day.');
  };
  return { isMaking: downloadId !== null, make };
}

async function save({ download_id }: DataDownload): Promise<void> {
  const args = { path: { download_id } };
  // The platform showed the error.
  const file = await downloadFile('GET /graph-querymgr/v1/resources/publish/{download_id}/file', args, { filtered: false }).catch(() => null);
  if (file) saveFile(file.blob, file.blob.type, file.fileName);
}
