import type { ReactNode } from 'react';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import * as platform from '@cam/platform';
import { SuitePage } from './SuitePage';

const totals = { total_tests: 2, failing_tests: 1, passing_tests: 1, not_judged_tests: 0 };
const rule = (id: string, failed: number, controls: string[]) => ({
  ...{
    id,
    name: `Rule ${id}`,
    severity: 'HIGH',
    category: 'Network',
    manual: false,
    last_status_change: null,
    last_alert_date: null,
    alert_type: 'ALERT_TYPE_GUARDRAIL',
    query: 'user',
  },
  ...{ failed_count: failed, passed_count: 3, dismissed_count: 0, excluded_count: 0, total_count: failed + 3 },
  controls: [...controls.map((control) => ({ framework: 'SOC 2', control })), { framework: 'PCI DSS 4.0', control: '1.3.1' }],
});
const control = (number: string, title: string, rule_ids: string[], failing: number, evidence = '') => ({
  ...{ manual: evidence !== '', evidence },
  ...{ control: number, title, rule_ids, total_tests: rule_ids.length, failing_tests: failing },
  ...{ passing_tests: rule_ids.length - failing, not_judged_tests: 0 },
});
let mockBy = '';
const mockAnswer = {
  suite: 'SOC 2',
  framework: 'SOC 2',
  rules: [rule('a', 1, ['CC6.1', 'CC6.6']), rule('b', 0, ['CC6.6'])],
  controls: [
    control('CC6.1', 'Users authenticate', ['a'], 1),
    control('CC6.6', 'Boundaries are protected', ['a', 'b'], 1),
    control('CC6.4', 'Physical access', [], 0, 'Visitor log.'),
  ],
  ...totals,
};
jest.mock('@cam/platform', () => ({
  ...jest.requireActual<object>('@cam/platform'),
  SearchLink: ({ children }: { children: ReactNode }) => children,
  ApiFailure: class extends Error {},
  useApi: () => ({ data: mockAnswer, mutate: async () => undefined }),
  useAddress: () => ({ get: (name: string) => (name === 'by' ? mockBy : ''), set: jest.fn() }),
  downloadFile: jest.fn(),
  notify: { info: jest.fn(), error: jest.fn() },
  storage: { get: () => null, set: () => undefined },
}));
jest.mock('../trend/TrendChart', () => ({ TrendChart: () => null }));

const show = () =>
  render(
    <MemoryRouter>
      <SuitePage />
    </MemoryRouter>,
  );
beforeEach(() => {
  mockBy = '';
});
afterEach(cleanup);

it('SuitePage lists the controls, each expanding to its evidence rules', () => {
  show();
  const edge = screen.getByRole('row', { name: /CC6\.6/ });
  expect(edge.textContent).toContain('Boundaries are protected');
  expect(within(edge).getByText('Fails')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Rules of CC6.6' }));
  expect(screen.getAllByRole('link', { name: /^Rule/ }).map(({ textContent }) => textContent)).toEqual(['Rule a', 'Rule b']);
  screen.getByText('1 of 4');
  within(screen.getByRole('row', { name: /CC6\.4/ })).getByText('Needs manual evidence');
  fireEvent.click(screen.getByRole('button', { name: 'Evidence of CC6.4' }));
  screen.getByText(/Visitor log\./);
});

it('SuitePage lists the rules with the controls of the framework of the suite', () => {
  mockBy = 'rules';
  show();
  expect(screen.getByRole('row', { name: /Rule a/ }).textContent).toContain('CC6.1, CC6.6');
  expect(screen.queryByText(/1\.3\.1/)).toBeNull();
});

it('SuitePage notifies when the report generation starts and when it fails', async () => {
  (platform.downloadFile as jest.Mock).mockRejectedValue(new Error('offline'));
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Download suite report' }));
  expect(platform.notify.info).toHaveBeenCalledWith('Report generating started...');
  await waitFor(() => expect(platform.notify.error).toHaveBeenCalledWith('Failed to generating report...'));
});
