import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { notify } from '@cam/platform';
import { GuardrailForm } from './GuardrailForm';
import { newGuardrail, type GuardrailFields } from './guardrail-fields';
import * as defaultRecipients from './use-default-recipients';
import * as matchesModule from './use-matches';
import * as queryCheck from './use-query-check';

/** The complete antd form renders slowly in jsdom on a busy machine. */
jest.setTimeout(30_000);

const onSubmit = jest.fn(async (_fields: GuardrailFields): Promise<void> => undefined);

function show(props: { initial?: GuardrailFields; readOnly?: boolean; isBuiltIn?: boolean; fromSearch?: boolean } = {}): void {
  const form = <GuardrailForm initial={newGuardrail()} submitLabel="Create guardrail" onSubmit={onSubmit} onCancel={() => undefined} {...props} />;
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: form }])} />);
}
const submitButton = () => screen.getByText('Create guardrail').closest('button') as HTMLButtonElement;
const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

beforeEach(() => {
  onSubmit.mockReset().mockResolvedValue(undefined);
  jest.spyOn(queryCheck, 'useQueryCheck').mockReturnValue({ meaning: null, problem: null });
  jest.spyOn(matchesModule, 'useMatches').mockReturnValue({ state: 'loading' });
  jest.spyOn(defaultRecipients, 'useDefaultRecipients').mockReturnValue(2);
  jest.spyOn(notify, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

describe('the guardrail form', () => {
  it('cannot be submitted until name and query are long enough, and says why', () => {
    show();
    expect(submitButton().disabled).toBe(true);
    write('Name', 'ab');
    write('Query', 'us');
    expect(screen.getByText('Name should be at least 3 chars')).toBeTruthy();
    expect(screen.getByText('Query should be at least 3 chars')).toBeTruthy();
    write('Name', 'abc');
    write('Query', 'user');
    expect(submitButton().disabled).toBe(false);
  });

  it('cannot be submitted while the query is incomplete', () => {
    jest.spyOn(queryCheck, 'useQueryCheck').mockReturnValue({ meaning: null, problem: 'The query is incomplete.' });
    show({ initial: newGuardrail('user with-access', 'Everything') });
    expect(submitButton().disabled).toBe(true);
    expect(screen.getByText('The query is incomplete.')).toBeTruthy();
  });

  it('shows the matches of a complete query before it is saved, except beside a search result', () => {
    const matches = jest.spyOn(matchesModule, 'useMatches').mockReturnValue({ state: 'ready', rows: [], more: false, meaning: 'Users' });
    show();
    expect(matches).not.toHaveBeenCalled();
    jest.spyOn(queryCheck, 'useQueryCheck').mockReturnValue({ meaning: 'Users', problem: null });
    write('Query', 'user ');
    expect(matches).toHaveBeenLastCalledWith('user');
    expect(screen.getByRole('region', { name: 'Affected objects and conditions' }).textContent).toContain('No objects meet the conditions now.');
    cleanup();
    show({ initial: newGuardrail('user', 'Users'), fromSearch: true });
    expect(screen.queryByRole('region', { name: 'Affected objects and conditions' })).toBeNull();
  });

  it('submits the entered fields and the defaults of the others', async () => {
    show();
    write('Name', 'Admins');
    write('Query', 'user with-access any for admin');
    write('Remediation', 'Take it away');
    fireEvent.click(screen.getByLabelText('Low'));
    fireEvent.click(screen.getByLabelText('Ignore Create: Object'));
    fireEvent.click(submitButton());
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({
      ...newGuardrail('user with-access any for admin', 'Admins'),
      remediation: 'Take it away',
      severity: 'LOW',
      ignoreCreate: { identity: false, object: true },
    });
  });

  it('keeps the entered fields after a failure', async () => {
    onSubmit.mockRejectedValue(new Error('refused'));
    show({ initial: newGuardrail('user with-access any', 'Everything') });
    fireEvent.click(submitButton());
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    await waitFor(() => expect(submitButton().className).not.toContain('loading'));
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Everything');
  });

  it('asks for a name with a toast when it is open from a search', async () => {
    show({ initial: newGuardrail('user with-access any', '  '), fromSearch: true });
    expect(submitButton().disabled).toBe(false);
    fireEvent.click(submitButton());
    await waitFor(() => expect(notify.error).toHaveBeenCalledWith('Guardrail name should not be empty'));
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('raises alerts and notifies recipients of its own when the user wants that', async () => {
    show({ initial: newGuardrail('user with-access any', 'Everything') });
    expect(screen.getByText(/raises no alerts until you turn this on/)).toBeTruthy();
    expect(screen.queryByLabelText('E-mail recipients')).toBeNull();
    fireEvent.click(screen.getByRole('switch', { name: 'Raise alerts' }));
    expect(screen.getByText(/CAM notifies the 2 recipients of High alerts/)).toBeTruthy();
    write('E-mail recipients', 'ops@company.example,');
    write('Lowest risk', '101');
    expect(screen.getByText('Enter a whole number from 0 to 100.')).toBeTruthy();
    write('Lowest risk', '60');
    fireEvent.click(screen.getByRole('switch', { name: 'Notify at once' }));
    expect(screen.getByText('Only these recipients are notified.')).toBeTruthy();
    fireEvent.click(submitButton());
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    expect(onSubmit.mock.calls[0]?.[0].alerting).toEqual({
      ...{ raisesAlerts: true, email: ['ops@company.example'], webhooks: [], syslog: [] },
      ...{ minRisk: '60', atOnce: true },
    });
  });

  it('cannot be submitted with a wrong recipient', () => {
    show({ initial: newGuardrail('user with-access any', 'Everything') });
    fireEvent.click(screen.getByRole('switch', { name: 'Raise alerts' }));
    expect(submitButton().disabled).toBe(false);
    write('E-mail recipients', 'ops@,');
    expect(screen.getByText('Invalid email address: ops@')).toBeTruthy();
    expect(submitButton().disabled).toBe(true);
  });

  it('says when nobody would be notified', () => {
    jest.spyOn(defaultRecipients, 'useDefaultRecipients').mockReturnValue(0);
    show();
    fireEvent.click(screen.getByRole('switch', { name: 'Raise alerts' }));
    expect(screen.getByText(/^Nobody is notified: High alerts have no recipients\./)).toBeTruthy();
  });

  it('lets users edit only the alerting of a built-in guardrail', async () => {
    show({ isBuiltIn: true, initial: newGuardrail('user with-access any', 'Everything') });
    expect(screen.getByLabelText<HTMLInputElement>('Name').readOnly).toBe(true);
    fireEvent.click(screen.getByRole('switch', { name: 'Raise alerts' }));
    fireEvent.click(submitButton());
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    expect(onSubmit.mock.calls[0]?.[0].alerting.raisesAlerts).toBe(true);
  });

  it('shows no buttons and no errors when it is read-only', () => {
    show({ readOnly: true });
    expect(screen.queryByText('Create guardrail')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Name').readOnly).toBe(true);
    expect(screen.queryByText('Name should be at least 3 chars')).toBeNull();
  });
});
