import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import * as api from '../alerts/api';
import { RaiseAlertForm } from './RaiseAlertForm';

jest.mock('../alerts/api', () => ({ raiseAlert: jest.fn() }));
/** The whole form of antd in jsdom takes its time where the machine is busy. */
jest.setTimeout(30_000);

const raiseAlert = api.raiseAlert as unknown as jest.Mock;
const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Raise Alert' });

it('says what is wrong with whom, and why, line by line; and stays open where it was refused', async () => {
  const onRaised = jest.fn();
  raiseAlert.mockRejectedValueOnce(new Error('refused')).mockResolvedValue({ alert_id: 'a' });
  render(<RaiseAlertForm subject={{ uri: 'u', name: 'ada' }} onRaised={onRaised} onCancel={() => undefined} />);
  expect(submit().disabled).toBe(true);
  write('What is wrong', ' ab ');
  expect(screen.getByText('Say in at least three characters what is wrong.')).toBeTruthy();
  write('What is wrong', 'Left ');
  write('Why', 'The contract ended.\n\n Still signs in. ');
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

it('takes ten reasons of a thousand characters at most', () => {
  render(<RaiseAlertForm subject={{ uri: 'u', name: 'ada' }} onRaised={() => undefined} onCancel={() => undefined} />);
  write('What is wrong', 'Left');
  for (const [why, disabled] of [
    [Array.from({ length: 11 }, () => 'x').join('\n'), true],
    ['x'.repeat(1001), true],
    ['x'.repeat(1000), false],
  ] as const) {
    write('Why', why);
    expect(submit().disabled).toBe(disabled);
  }
});
