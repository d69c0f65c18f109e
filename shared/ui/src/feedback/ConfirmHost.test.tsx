import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'jotai';
import { confirm } from '@cam/platform';
import { store } from '@cam/platform/host';
import { ConfirmHost } from './ConfirmHost';

afterEach(cleanup);

it.each([
  ['Cancel', false],
  ['Yes', true],
])('ConfirmHost asks for confirmation and resolves %s to %s', async (button, answer) => {
  render(
    <Provider store={store}>
      <ConfirmHost />
    </Provider>,
  );
  let confirmed: Promise<boolean> | undefined;
  act(() => void (confirmed = confirm()));
  await screen.findByText('Are you sure?');
  screen.getByText('Confirm');
  fireEvent.click(screen.getByText(button));
  expect(await confirmed).toBe(answer);
});
