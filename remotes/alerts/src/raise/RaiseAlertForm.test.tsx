import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import * as api from '../alerts/api';
import { RaiseAlertForm } from './RaiseAlertForm';

jest.mock('../alerts/api', () => ({ raiseAlert: jest.fn() }));
/** The complete antd form renders slowly in jsdom on a busy machine. */
jest.setTimeout(30_000);

const raiseAlert = api.raiseAlert as unknown as jest.Mock;
const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Raise alert' });

it('RaiseAlertForm sends the title, the severity and one reason per line, and stays open after a failure', async () => {
  const onRaised = jest.fn();
  raiseAlert.mockRejectedValueOnce(new Error('refused')).mockResolvedValue({ alert_id: 'a' });
  render(<RaiseAlertForm subject={{ uri: 'u', name: 'ada' }} onRaised={onRaised} onCancel={() => undefined} />);
  expect(submit().disabled).toBe(true);
  write('Title', ' ab ');
  expect(screen.getByText('Enter a title of at least 3 characters.')).toBeTruthy();
  write('Title', 'Left ');
  write('Reasons', 'The contract ended.\n\n Still signs in. ');
  fireEvent.click(screen.getByLabelText('Low'));
  fireEvent.click(submit());
  await waitFor(() => expect(submit().disabled).toBe(false));
  expect(onRaised).not.toHaveBeenCalled();
  fireEvent.click(submit());
  await waitFor(() => expect(onRaised).toHaveBeenCalledWith({ alert_id: 'a' }));
  expect(raiseAlert).toHaveBeenLastCalledWith({
    monitor_name: 'Left',
    severity: 'LOW',
    object_uri: 'u',
    reasons: ['The contract ended.', 'Still signs in.'],
  });
});

it('RaiseAlertForm accepts at most ten reasons of at most a thousand characters', () => {
  render(<RaiseAlertForm subject={{ uri: 'u', name: 'ada' }} onRaised={() => undefined} onCancel={() => undefined} />);
  write('Title', 'Left');
  for (const [reasons, disabled] of [
    [Array.from({ length: 11 }, () => 'x').join('\n'), true],
    ['x'.repeat(1001), true],
    ['x'.repeat(1000), false],
  ] as const) {
    write('Reasons', reasons);
    expect(submit().disabled).toBe(disabled);
  }
});
