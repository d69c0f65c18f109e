import type { Report } from '@cam/contracts';
import { downloadReady, downloadReports, generateReport, removeReports, renameReport } from './api';

const told: string[] = [];
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
  notify: Object.fromEntries(['info', 'success', 'error'].map((kind) => [kind, (text: string) => told.push(`${kind}: ${text}`)])),
}));
jest.mock('@cam/ui', () => ({ saveFile: (_blob: unknown, _type: string, name: string) => saved.push(name) }));

const report = (name: string): Report => ({ report_id: name, name }) as Report;
const [ONE, TWO] = [[report('Access')], [report('Access'), report('Roles')]];

/** What a person reads of it, when the server does it and when it refuses. */
async function messagesOf(act: () => Promise<void>, refused: string | null): Promise<string[]> {
  told.length = 0;
  refusal = refused;
  await act().catch(() => undefined);
  return [...told];
}

it('says in one way what becomes of reports', async () => {
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

it('downloads of what was chosen that which is made, and says what is left out', async () => {
  const of = (status: Report['status']): Report => ({ ...report('Access'), status });
  const [made, expiring, waiting] = [of('REPORT_STATUS_COMPLETED'), of('REPORT_STATUS_EXPIRING'), of('REPORT_STATUS_INITIATED')];
  expect(await messagesOf(() => downloadReady([made, expiring]), null)).toEqual(['info: Downloading 2 reports...']);
  expect(await messagesOf(() => downloadReady([made, waiting]), null)).toEqual([
    'info: Reports that are not made are left out.',
    'info: Downloading report Access...',
  ]);
  expect(await messagesOf(() => downloadReady([waiting, of('REPORT_STATUS_ERROR')]), null)).toEqual(['info: None of these reports is made yet.']);
  expect(await messagesOf(() => downloadReady([]), null)).toEqual([]);
});
