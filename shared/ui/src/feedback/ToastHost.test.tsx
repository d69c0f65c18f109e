import { act, fireEvent, render, screen } from '@testing-library/react';
import { notify } from '@cam/platform';
import { store } from '@cam/platform/host';
import { Provider } from 'jotai';
import { ToastHost } from './ToastHost';

afterEach(() => jest.useRealTimers());

test('a toast with a link stays until it is followed, and others close by themselves', () => {
  jest.useFakeTimers();
  const onFollow = jest.fn();
  render(
    <Provider store={store}>
      <ToastHost onFollow={onFollow} />
    </Provider>,
  );
  act(() => {
    notify.success('Saved');
    notify.success('Production is imported.', undefined, { label: 'Show its identities', to: '/identities?source=1' });
  });
  act(() => void jest.advanceTimersByTime(10_000));
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['SuccessProduction is imported.Show its identities×']);
  fireEvent.click(screen.getByRole('link', { name: 'Show its identities' }));
  expect(onFollow).toHaveBeenCalledWith('/identities?source=1');
  expect(screen.queryByRole('status')).toBeNull();
});
