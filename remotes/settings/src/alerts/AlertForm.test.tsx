import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { SECRET_MASK, type NotificationInfo } from '@cam/contracts';
import * as platform from '@cam/platform';
import { AlertForm, type WizardSteps } from './AlertForm';

jest.mock('@cam/platform', () => ({
  callApi: jest.fn(),
  notify: { success: jest.fn() },
  confirmDiscard: jest.fn(async () => true),
  useUnsavedChanges: jest.fn(),
  useApi: jest.fn(),
  ApiFailure: jest.requireActual<{ ApiFailure: unknown }>('../../../../shared/platform/src/http/api-failure').ApiFailure,
}));

/** The complete antd form renders slowly in jsdom on a busy machine. */
jest.setTimeout(60_000);

const EMPTY: NotificationInfo = { severity: 'HIGH', email: [], slack_url: [], syslog: [] };
const FULL: NotificationInfo = {
  severity: 'HIGH',
  email: ['ops@company.example'],
  slack_url: ['https://hooks.example/1'],
  syslog: [{ endpoint: '203.0.113.9:6514', network: 'tcp', credentials: { username: 'cam', password: SECRET_MASK } }],
};

const callApi = platform.callApi as unknown as jest.Mock;
const confirmDiscard = platform.confirmDiscard as unknown as jest.Mock;
const onSaved = jest.fn(async () => undefined);

function show(info: NotificationInfo, { readOnly = false, steps }: { readOnly?: boolean; steps?: WizardSteps } = {}) {
  return render(<AlertForm info={info} email="ada@x.example" readOnly={readOnly} onSaved={onSaved} steps={steps} />);
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string) => fireEvent.click(button(name));
const enter = (label: string) => {
  fireEvent.keyDown(field(label), { key: 'Enter', keyCode: 13 });
  fireEvent.keyUp(field(label), { key: 'Enter', keyCode: 13 });
};
const EMAIL = 'Email (ada@x.example)';
const URL_LABEL = 'Chat Webhook URL';
const sentInfo = () => callApi.mock.calls[0]?.[1].body.notification_info as NotificationInfo;

beforeEach(() => {
  jest.clearAllMocks();
  callApi.mockImplementation(async (_key, { body }) => ({ notification_info: { ...body.notification_info } }));
});

describe('the alert settings', () => {
  it('accept e-mails with the button or Enter, reject invalid ones, and remove them', () => {
    show(EMPTY);
    expect(screen.getByText('No e-mail recipients yet.')).toBeTruthy();
    write(EMAIL, 'ops@');
    expect(screen.getByText('Invalid email address')).toBeTruthy();
    expect(button('Add e-mail').disabled).toBe(true);
    enter(EMAIL);
    expect(screen.queryByText('ops@')).toBeNull();
    write(EMAIL, 'ops@company.example');
    enter(EMAIL);
    write(EMAIL, 'second@company.example');
    press('Add e-mail');
    expect(field(EMAIL).value).toBe('');
    expect(document.activeElement).toBe(field(EMAIL));
    const list = within(screen.getByRole('list', { name: 'E-mail recipients' }));
    expect(list.getAllByRole('listitem').map((item) => item.firstChild?.textContent)).toEqual(['ops@company.example', 'second@company.example']);
    press('Remove ops@company.example');
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    expect(callApi).not.toHaveBeenCalled();
  });

  it('can be saved after a change, guard unsaved changes, and confirm saving', async () => {
    show(EMPTY);
    expect(button('SAVE').disabled).toBe(true);
    expect(platform.useUnsavedChanges).toHaveBeenLastCalledWith(false);
    write(URL_LABEL, 'https://hooks.example/1');
    expect([button('SAVE').disabled, button('Add webhook URL').disabled]).toEqual([true, false]);
    expect(platform.useUnsavedChanges).toHaveBeenLastCalledWith(true);
    enter(URL_LABEL);
    write('IP address', '203.0.113.9');
    press('SAVE');
    await waitFor(() => expect(platform.notify.success).toHaveBeenCalledWith('Alert data has been changed'));
    expect(callApi).toHaveBeenCalledWith('PUT /v1/tenants/notification/{severity}', {
      path: { severity: 'HIGH' },
      body: {
        severity: 'HIGH',
        notification_info: {
          severity: 'HIGH',
          email: [],
          slack_url: ['https://hooks.example/1'],
          syslog: [{ endpoint: '203.0.113.9:514', network: 'udp' }],
        },
      },
    });
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith(expect.objectContaining({ slack_url: ['https://hooks.example/1'] })));
    await waitFor(() => expect(button('SAVE').disabled).toBe(true));
    expect(platform.useUnsavedChanges).toHaveBeenLastCalledWith(false);
  });

  it('keep the input after a refusal and show it at the refused entry', async () => {
    callApi.mockRejectedValue(
      new platform.ApiFailure(422, 'No', 'INVALID_INPUT', '', { fields: [{ field: 'notification_info.slack_url.0', message: 'Not there' }] }),
    );
    show(EMPTY);
    write(URL_LABEL, 'https://10.0.0.1/');
    enter(URL_LABEL);
    write(EMAIL, 'not added');
    press('SAVE');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Not there'));
    expect(field(EMAIL).value).toBe('not added');
    expect(platform.notify.success).not.toHaveBeenCalled();
    press('Remove https://10.0.0.1/');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('take over new settings of the server until the user types', () => {
    const form = (info: NotificationInfo) => <AlertForm info={info} email="ada@x.example" readOnly={false} onSaved={onSaved} />;
    const { rerender } = show(EMPTY);
    rerender(form(FULL));
    expect(screen.getByText('ops@company.example')).toBeTruthy();
    write(EMAIL, 'mine@company.example');
    enter(EMAIL);
    rerender(form(EMPTY));
    expect(screen.getByText('mine@company.example')).toBeTruthy();
  });

  it('are read-only without the write right', () => {
    show(FULL, { readOnly: true });
    expect(screen.getByText('You can view these settings but not change them. Ask a tenant administrator for write permission.')).toBeTruthy();
    expect(screen.getByText('ops@company.example')).toBeTruthy();
    expect(screen.getByText('https://hooks.example/1')).toBeTruthy();
    expect(screen.getByText('203.0.113.9:6514 tcp, with credentials of cam')).toBeTruthy();
    expect([screen.queryAllByRole('button'), screen.queryAllByRole('textbox')]).toEqual([[], []]);
  });
});

describe('the syslog servers', () => {
  it('keep a single new row; deleting the last row leaves an empty one', () => {
    show(FULL);
    press('Delete Syslog server 1');
    expect([field('IP address').value, field('Port').value]).toEqual(['', '514']);
    expect(button('Delete Syslog server 1').disabled).toBe(true);
    expect(button('SAVE').disabled).toBe(false);
    press('Add syslog server');
    expect(button('Delete Syslog server 1').disabled).toBe(false);
  });

  it('report an invalid address and an incomplete row', () => {
    show(EMPTY);
    write('IP address', 'log.company.example');
    expect(screen.getByText('Invalid ip address format')).toBeTruthy();
    write('IP address', '203.0.113.9');
    expect(screen.queryByText('Invalid ip address format')).toBeNull();
    fireEvent.click(screen.getByRole('switch', { name: 'Use credentials' }));
    write('Username', 'cam');
    expect(screen.getByText('This server is incomplete and will not be saved. Fill in all fields.')).toBeTruthy();
    expect(button('SAVE').disabled).toBe(true);
    write('Password', 'Syslog-secret-7');
    expect(button('SAVE').disabled).toBe(false);
  });

  it('show a stored password as a mask and never send the mask', async () => {
    show(FULL);
    expect(field('Password').value).toBe(SECRET_MASK);
    write('Username', 'renamed');
    press('SAVE');
    await waitFor(() => expect(callApi).toHaveBeenCalled());
    expect(sentInfo().syslog).toEqual([{ endpoint: '203.0.113.9:6514', network: 'tcp', credentials: { username: 'renamed' } }]);
  });

  it('require the password again for a new address', () => {
    show(FULL);
    write('Port', '514');
    expect(screen.getByText('Enter the password for this address')).toBeTruthy();
    expect(button('SAVE').disabled).toBe(true);
    write('Password', `${SECRET_MASK}n`);
    expect(field('Password').value).toBe('n');
    expect(button('SAVE').disabled).toBe(false);
  });
});

describe('the alert settings in the wizard', () => {
  const steps = { onBack: jest.fn(), onNext: jest.fn() };

  it('are saved by NEXT after a change', async () => {
    show(EMPTY, { steps });
    press('NEXT');
    await waitFor(() => expect(steps.onNext).toHaveBeenCalledTimes(1));
    expect(callApi).not.toHaveBeenCalled();
    write(EMAIL, 'ops@company.example');
    enter(EMAIL);
    press('NEXT');
    await waitFor(() => expect(steps.onNext).toHaveBeenCalledTimes(2));
    expect(sentInfo().email).toEqual(['ops@company.example']);
  });

  it('are left with input that cannot be saved only after confirmation', async () => {
    confirmDiscard.mockResolvedValueOnce(false);
    show(EMPTY, { steps });
    write(EMAIL, 'not added');
    press('NEXT');
    await waitFor(() => expect(confirmDiscard).toHaveBeenCalled());
    expect(steps.onNext).not.toHaveBeenCalled();
    write('IP address', 'wrong');
    expect(button('NEXT').disabled).toBe(true);
  });

  it('stay open if saving fails', async () => {
    callApi.mockRejectedValue(new platform.ApiFailure(500, 'No', 'INTERNAL', '', undefined));
    show(EMPTY, { steps });
    write(EMAIL, 'ops@company.example');
    enter(EMAIL);
    press('NEXT');
    await waitFor(() => expect(callApi).toHaveBeenCalled());
    await act(async () => undefined);
    expect(steps.onNext).not.toHaveBeenCalled();
  });
});

describe('a test message', () => {
  it('is sent to the saved recipients and shows the result for each', async () => {
    callApi.mockResolvedValueOnce({
      results: [
        { method: 'EMAIL', target: 'ops@company.example', sent: true, message: '' },
        { method: 'WEBHOOK', target: 'hooks.example', sent: false, message: 'It answered 404' },
      ],
    });
    show(FULL);
    press('Send test message');
    const results = await screen.findByRole('list', { name: 'Test results' });
    expect(
      within(results)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['E-mail to ops@company.exampleSent', 'Webhook at hooks.exampleIt answered 404']);
    expect(callApi).toHaveBeenCalledWith('POST /v1/tenants/notification/{severity}/test', { path: { severity: 'HIGH' } });
  });

  it('is disabled with unsaved changes or without recipients', () => {
    const { unmount } = show(FULL);
    write(EMAIL, 'new@company.example');
    enter(EMAIL);
    expect(button('Send test message').disabled).toBe(true);
    expect(screen.getByText('Save your changes first. The test message goes to saved recipients only.')).toBeTruthy();
    unmount();
    show(EMPTY);
    expect(button('Send test message').disabled).toBe(true);
  });
});
