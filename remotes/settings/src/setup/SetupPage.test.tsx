import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import type { Account, NotificationInfo, User } from '@cam/contracts';
import * as platform from '@cam/platform';
import SetupPage from './SetupPage';

/** The complete antd page renders slowly in jsdom on a busy machine. */
jest.setTimeout(60_000);

const USER = {
  first_name: 'Ada',
  last_name: 'Moreno',
  email: 'ada@x.example',
  user_name: 'ada@x.example',
  role: 'none',
  rights: ['CAM_GENERAL_WRITE'],
  userSource: 'IDN_IDP',
  alert_info: { changes_in_config: false, health_and_dialog_issue_found: false, new_user_found: false },
} satisfies User;
const ACCOUNT = { uid: 'u1', account_id: '111122223333', account_name: 'Payments', cloud_type: 'AWS' } as Account;
const INFO: NotificationInfo[] = (['HIGH', 'MEDIUM', 'LOW'] as const).map((severity) => ({
  severity,
  email: ['ops@x.example'],
  slack_url: [],
  syslog: [],
}));

const useApi = jest.spyOn(platform, 'useApi');
const confirmDiscard = jest.spyOn(platform, 'confirmDiscard');
jest.mock('@cam/platform', () => {
  const actual = jest.requireActual<Record<string, unknown>>('@cam/platform');
  return {
    ...actual,
    useApi: jest.fn(),
    confirmDiscard: jest.fn(),
    useUnsavedChanges: jest.fn(),
    callApi: jest.fn(),
    useSession: jest.fn(),
    useHasAccounts: jest.fn(),
  };
});

function show(accounts: Account[] = []): void {
  const tenant = { tenant_id: 't1', name: 'Demo Company', address: 'none', account_info: accounts };
  jest.spyOn(platform, 'useSession').mockReturnValue({ user: USER, tenant, rights: USER.rights, can: () => true } as never);
  jest.spyOn(platform, 'useHasAccounts').mockReturnValue(accounts.length > 0);
  render(
    <MemoryRouter initialEntries={['/setup']}>
      <Routes>
        <Route path="/setup" element={<SetupPage />} />
        <Route path="/sources/cloud" element={<p>the cloud sources</p>} />
      </Routes>
    </MemoryRouter>,
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const tab = (name: RegExp) => screen.getByRole('tab', { name });
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });

beforeEach(() => {
  platform.storage.remove('camSetupStep');
  platform.storage.remove('camCompletedSteps');
  confirmDiscard.mockResolvedValue(true);
  useApi.mockImplementation(((key: string) => ({
    data: key === 'GET /v1/tenants/users' ? { user: USER } : { notification_info: INFO },
    mutate: jest.fn(),
  })) as never);
});

describe('the setup', () => {
  it('leads through its three steps, marks completed steps, and ends at the cloud sources', async () => {
    show();
    expect(screen.getByRole('heading', { level: 1, name: 'Setup' })).toBeTruthy();
    expect(await heading('USER INFORMATION')).toBeTruthy();
    expect(screen.getByText('Step 1 of 3')).toBeTruthy();
    press('NEXT');
    expect(await heading('ALERT SETTINGS')).toBeTruthy();
    expect(tab(/USER INFORMATION/).textContent).toContain('completed');
    expect(['Alerts High', 'Alerts Medium', 'Alerts Low'].map((name) => screen.getByRole('tab', { name }).textContent)).toHaveLength(3);
    press('NEXT');
    expect(await heading('REVIEW INFORMATION')).toBeTruthy();
    expect(screen.getByText('Step 3 of 3')).toBeTruthy();
    expect(screen.getByText('Shared with').nextSibling?.textContent).toBe('ops@x.example');
    expect(platform.storage.get('camSetupStep')).toBe('3');
    expect(platform.storage.get('camCompletedSteps')).toBe('110');
    press('DONE');
    expect(await screen.findByText('the cloud sources')).toBeTruthy();
  });

  it('resumes at the step of this tab', async () => {
    platform.storage.set('camSetupStep', '3');
    platform.storage.set('camCompletedSteps', '010');
    show();
    expect(await heading('REVIEW INFORMATION')).toBeTruthy();
    expect(tab(/ALERT SETTINGS/).textContent).toContain('completed');
    expect(tab(/USER INFORMATION/).textContent).not.toContain('completed');
    press('BACK');
    expect(await heading('ALERT SETTINGS')).toBeTruthy();
  });

  it('asks before leaving a step with unsaved changes', async () => {
    confirmDiscard.mockResolvedValue(false);
    show();
    fireEvent.click(tab(/ALERT SETTINGS/));
    await waitFor(() => expect(confirmDiscard).toHaveBeenCalled());
    expect(screen.getByText('Step 1 of 3')).toBeTruthy();
    expect(platform.storage.get('camSetupStep')).toBeNull();
  });

  it('lists the registered accounts and copies an account ID', async () => {
    const writeText = jest.fn(async () => undefined);
    Object.assign(navigator, { clipboard: { writeText } });
    const success = jest.spyOn(platform.notify, 'success').mockImplementation(() => undefined);
    show([ACCOUNT]);
    press('Copy ID of Payments');
    await waitFor(() => expect(success).toHaveBeenCalledWith('The account ID has been copied to the clipboard.'));
    expect(writeText).toHaveBeenCalledWith('111122223333');
  });

  it('shows the account ID if the browser blocks copying', async () => {
    Object.assign(navigator, { clipboard: undefined });
    const error = jest.spyOn(platform.notify, 'error').mockImplementation(() => undefined);
    show([ACCOUNT]);
    press('Copy ID of Payments');
    await waitFor(() => expect(error).toHaveBeenCalledWith('The browser blocked copying. Copy the account ID from here: 111122223333'));
  });
});
