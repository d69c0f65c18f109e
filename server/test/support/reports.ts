import { read, utils } from 'xlsx';
import type { Api, Report } from '@cam/contracts';
import { api, serverUrl } from './client';
import { PATIENT, until } from './until';

type NewReport = Api['POST /v1/reports']['body'];

/** Queues a report and waits until it is ready or has failed. */
export async function madeReport(token: string, body: NewReport, base = serverUrl): Promise<Report> {
  const queued = await api('POST /v1/reports', { body }, token, base);
  if (queued.status !== 202) throw new Error(`${queued.status} ${queued.error.user_message}`);
  return until(
    `the report ${body.name} is made`,
    async () => {
      const { entries } = (await api('GET /v1/reports', { query: { count: true, offset: 0, limit: 500 } }, token, base)).body;
      const report = entries.find(({ report_id: id }) => id === queued.body.report.report_id);
      return report && !['REPORT_STATUS_INITIATED', 'REPORT_STATUS_IN_PROGRESS'].includes(report.status) ? report : null;
    },
    PATIENT,
  );
}

export interface DownloadedReport {
  status: number;
  /** The file's name in a browser. */
  fileName: string;
  content: Buffer;
}

export async function download(token: string, ids: readonly string[], base = serverUrl): Promise<DownloadedReport> {
  const query = new URLSearchParams(ids.map((id) => ['report_ids', id]));
  const response = await fetch(`${base}/v1/reports/download?${query}`, { headers: { authorization: `Bearer ${token}` } });
  const [, encoded = ''] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { status: response.status, fileName: decodeURIComponent(encoded), content: Buffer.from(await response.arrayBuffer()) };
}

/** Returns the displayed lines of a sheet: by default the second one, as the first describes the report. */
export function linesOf(content: Buffer, sheet?: string): string[][] {
  const book = read(content, { type: 'buffer' });
  const lines = utils.sheet_to_json<string[]>(book.Sheets[sheet ?? book.SheetNames[1] ?? ''] ?? {}, { header: 1, raw: false, defval: '' });
  return lines.map((line) => line.map(String));
}
