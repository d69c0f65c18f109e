import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { User } from '@cam/contracts';
import * as platform from '@cam/platform';
import { LoadedForm } from './ProfileForm';

jest.mock('@cam/platform', () => ({
  callApi: jest.fn(),
  reloadUser: jest.fn(async () => undefined),
  notify: { success: jest.fn() },
  useUnsavedChanges: jest.fn(),
}));

/** The complete antd form renders slowly in jsdom on a busy machine. */
jest.setTimeout(30_000);

const USER = {
  first_name: 'Ada',
  last_name: 'none',
  email: 'ada@x.example',
  user_name: 'ada@x.example',
  role: 'none',
  rights: [],
  userSource: 'COGNITO',
  alert_info: { changes_in_config: false, health_and_dialog_issue_found: false, new_user_found: false },
} satisfies User;

const callApi = platform.callApi as unknown as jest.Mock;
const onSaved = jest.fn(async () => undefined);

function show(user: User = USER, onNext?: () => void): void {
  render(<LoadedForm user={user} onSaved={onSaved} onNext={onNext} />);
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const save = () => screen.getByText('SAVE').closest('button') as HTMLButtonElement;

beforeEach(() => jest.clearAllMocks());

describe('the profile form', () => {
  it('shows an empty field for a name stored as none, and a read-only e-mail', () => {
    show();
    expect([field('First Name').value, field('Last Name').value, field('Job Title').value]).toEqual(['Ada', '', '']);
    expect(field('Job Title').placeholder).toBe('e.g. Frontend Developer');
    expect([field('Email').value, field('Email').readOnly]).toEqual(['ada@x.example', true]);
    screen.getByText('Password must be at least 10 characters long. It should contain uppercase, lowercase and special characters.');
  });

  it('shows the strength of a new password while it is typed', () => {
    show();
    expect(screen.queryByText(/^Strength/)).toBeNull();
    write('New Password', 'Aaaaaaaaa!');
    screen.getByText('Strength: Weak');
    write('New Password', 'Quiet-harbour-7');
    screen.getByText('Strength: Good');
  });

  it('asks for length alone where the installation does', () => {
    render(<LoadedForm user={USER} rules="length" onSaved={onSaved} onNext={undefined} />);
    screen.getByText('Password must be at least 12 characters long. It may contain any characters.');
    write('Old Password', 'short');
    write('New Password', 'eleven char');
    expect(save().disabled).toBe(true);
    write('New Password', 'four quiet harbours');
    expect(save().disabled).toBe(false);
  });

  it('can be saved after a change, and guards unsaved changes', () => {
    show();
    expect(save().disabled).toBe(true);
    write('Old Password', 'Old-Password-1');
    expect(save().disabled).toBe(true);
    write('Last Name', 'Moreno');
    expect(save().disabled).toBe(false);
    expect(platform.useUnsavedChanges).toHaveBeenLastCalledWith(true);
    write('Last Name', '');
    expect(save().disabled).toBe(true);
    expect(platform.useUnsavedChanges).toHaveBeenLastCalledWith(false);
  });

  it('saves the selected daily notifications', async () => {
    callApi.mockResolvedValue({ user: USER });
    show();
    fireEvent.click(screen.getByRole('checkbox', { name: 'New User Found' }));
    fireEvent.click(save());
    const body = { user: expect.objectContaining({ alert_info: { ...USER.alert_info, new_user_found: true } }) };
    await waitFor(() => expect(callApi).toHaveBeenCalledWith('PATCH /v1/tenants/users', { body }));
  });

  it('confirms saving and clears the passwords', async () => {
    callApi.mockResolvedValue({ user: { ...USER, last_name: 'Moreno' } });
    show();
    write('Last Name', 'Moreno');
    write('Old Password', 'Old-Password-1');
    write('New Password', 'New-Password-2');
    fireEvent.click(save());
    await waitFor(() => expect(platform.notify.success).toHaveBeenCalledWith('User data has been changed'));
    await waitFor(() => expect(field('New Password').value).toBe(''));
    expect(callApi).toHaveBeenCalledWith('PATCH /v1/tenants/users', {
      body: {
        user: { email: 'ada@x.example', first_name: 'Ada', last_name: 'Moreno', role: 'none', alert_info: USER.alert_info },
        old_password: 'Old-Password-1',
        new_password: 'New-Password-2',
      },
    });
    expect(onSaved).toHaveBeenCalled();
  });

  it('keeps the input after a failure', async () => {
    callApi.mockRejectedValue(new Error('refused'));
    show();
    write('First Name', 'Grace');
    fireEvent.click(save());
    await waitFor(() => expect(callApi).toHaveBeenCalled());
    expect(field('First Name').value).toBe('Grace');
    expect(platform.notify.success).not.toHaveBeenCalled();
  });

  it('says which rule a password breaks, and shows it on request', () => {
    show();
    write('New Password', 'short');
    expect(screen.getByText('Old password should be filled in')).toBeTruthy();
    expect(screen.getByText('Password should be at least 10 characters long')).toBeTruthy();
    expect(field('New Password').type).toBe('password');
    fireEvent.click(screen.getByLabelText('Show New Password'));
    expect(field('New Password').type).toBe('text');
    fireEvent.click(screen.getByLabelText('Hide New Password'));
    expect(field('New Password').type).toBe('password');
  });

  it('has no password fields for users of another identity provider', () => {
    show({ ...USER, userSource: 'IDN_IDP' });
    expect(screen.queryByLabelText('New Password')).toBeNull();
  });

  it('opens the next step of the setup after saving the changes', async () => {
    const onNext = jest.fn();
    callApi.mockRejectedValueOnce(new Error('refused')).mockResolvedValue({ user: { ...USER, last_name: 'Moreno' } });
    show(USER, onNext);
    const next = screen.getByText('NEXT');
    fireEvent.click(next);
    await waitFor(() => expect(onNext).toHaveBeenCalledTimes(1));
    expect(callApi).not.toHaveBeenCalled();
    write('Last Name', 'Moreno');
    fireEvent.click(next);
    await waitFor(() => expect(callApi).toHaveBeenCalled());
    await act(async () => undefined);
    expect([callApi.mock.calls.length, onNext.mock.calls.length]).toEqual([1, 1]);
    fireEvent.click(next);
    await waitFor(() => expect(onNext).toHaveBeenCalledTimes(2));
    expect(callApi).toHaveBeenCalledTimes(2);
  });
});
