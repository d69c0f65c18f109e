import type { Report } from '@cam/contracts';
import { downloadReady, downloadReports, generateReport, removeReports, renameReport } from './api';

const toasts: string[] = [];
const saved: string[] = [];
let refusal: string | null = null;
const answer = async (): Promise<object> => {
  if (refusal !== null) throw new (jest.requireMock<{ ApiFailure: new (text: string) => Error }>('@cam/platform').ApiFailure)(refusal);
  return { blob: { type: 'x' }, fileName: 'Access.xlsx' };
};
jest.mock('@cam/platform', () => ({
  ApiFailure: class extends Error {
    constructor(readonly userMessage: string) {
      super(userMessage);
    }
  },
  callApi: () => answer(),
  downloadFile: () => answer(),
  notify: Object.fromEntries(['info', 'success', 'error'].map((kind) => [kind, (text: string) => toasts.push(`${kind}: ${text}`)])),
}));
jest.mock('@cam/ui', () => ({ saveFile: (_blob: unknown, _type: string, name: string) => saved.push(name) }));

const report = (name: string): Report => ({ report_id: name, name }) as Report;
const [ONE, TWO] = [[report('Access')], [report('Access'), report('Roles')]];

/** Returns the toasts of an action that the server accepts or, with a message, refuses. */
async function messagesOf(act: () => Promise<void>, refused: string | null): Promise<string[]> {
  toasts.length = 0;
  refusal = refused;
  await act().catch(() => undefined);
  return [...toasts];
}

it('report actions show a toast on success and on failure', async () => {
  expect(await messagesOf(() => generateReport({ name: 'x', type: 'REPORT_TYPE_ACCESS' }), null)).toEqual([
    'info: Report generating started...',
    'success: Report job has been passed to the queue',
  ]);
  expect((await messagesOf(() => generateReport({ name: 'x', type: 'REPORT_TYPE_ACCESS' }), 'no')).at(-1)).toBe(
    'error: Failed to generate report\nno',
  );
  expect(await messagesOf(() => renameReport(report('Access'), 'Y'), null)).toEqual(['success: Report has been updated']);
  expect(await messagesOf(() => renameReport(report('Access'), 'Y'), 'no')).toEqual(['error: Unable to update Access report!\nno']);
  expect(await messagesOf(() => removeReports(ONE), null)).toEqual(['success: Report Access has been removed']);
  expect(await messagesOf(() => removeReports(TWO), null)).toEqual(['success: 2 reports has been removed']);
  expect(await messagesOf(() => removeReports(ONE), 'no')).toEqual(['error: Unable to remove report!\nno']);
  expect(await messagesOf(() => removeReports(TWO), 'no')).toEqual(['error: Unable to remove reports!\nno']);
  expect(await messagesOf(() => removeReports(ONE), '')).toEqual(['error: Unable to remove report Access!']);
  expect(await messagesOf(() => removeReports(TWO), '')).toEqual(['error: Unable to remove 2 reports!']);
  expect(await messagesOf(() => downloadReports(ONE), null)).toEqual(['info: Downloading report Access...']);
  expect(await messagesOf(() => downloadReports(TWO), null)).toEqual(['info: Downloading 2 reports...']);
  expect(saved).toEqual(['Access.xlsx', 'Access.xlsx']);
  expect((await messagesOf(() => downloadReports(ONE), 'no')).at(-1)).toBe('error: Failed to download report!\nno');
  expect((await messagesOf(() => downloadReports(TWO), 'no')).at(-1)).toBe('error: Failed to download reports!\nno');
});

it('downloadReady downloads the ready reports of a selection and reports the skipped ones', async () => {
  const withStatus = (status: Report['status']): Report => ({ ...report('Access'), status });
  const [completed, expiring, waiting] = (['REPORT_STATUS_COMPLETED', 'REPORT_STATUS_EXPIRING', 'REPORT_STATUS_INITIATED'] as const).map(
    withStatus,
  ) as [Report, Report, Report];
  expect(await messagesOf(() => downloadReady([completed, expiring]), null)).toEqual(['info: Downloading 2 reports...']);
  expect(await messagesOf(() => downloadReady([completed, waiting]), null)).toEqual([
    'info: Reports that are not ready were skipped.',
    'info: Downloading report Access...',
  ]);
  expect(await messagesOf(() => downloadReady([waiting, withStatus('REPORT_STATUS_ERROR')]), null)).toEqual([
    'info: None of these reports is ready yet.',
  ]);
  expect(await messagesOf(() => downloadReady([]), null)).toEqual([]);
});
