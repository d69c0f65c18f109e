import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import type { AutocompleteAnswer } from '@cam/contracts';
import HeaderSearch from './HeaderSearch';

interface SuggestionRequest {
  input: string;
  signal: AbortSignal;
  answer: (options: string[], more?: Partial<AutocompleteAnswer>) => Promise<void>;
}

const requests: SuggestionRequest[] = [];
jest.mock('@cam/platform', () => ({
  callApi: (_key: string, { body }: { body: { input: string } }, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve) => {
      const answer = (options: string[], more: Partial<AutocompleteAnswer> = {}): Promise<void> =>
        act(async () => resolve({ options, option_info: [], options_total: options.length, partial_word: '', error: null, ...more }));
      requests.push({ input: body.input, signal, answer });
    }),
  storage: {},
}));

function Address(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}

const show = (disabled = false) =>
  render(
    <MemoryRouter>
      <HeaderSearch disabled={disabled} />
      <p aria-label="address">
        <Address />
      </p>
    </MemoryRouter>,
  );
const box = (): HTMLInputElement => screen.getByRole('combobox', { name: 'Search' });
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const press = (key: string) => fireEvent.keyDown(box(), { key });
const pause = (ms: number) => act(async () => jest.advanceTimersByTime(ms));
const last = (): SuggestionRequest => {
  const one = requests.at(-1);
  if (!one) throw new Error('no suggestions were requested');
  return one;
};
const focused = (): string | undefined => screen.queryByRole('option', { selected: true })?.textContent ?? undefined;

beforeEach(() => {
  requests.length = 0;
  Element.prototype.scrollIntoView = jest.fn();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

it('HeaderSearch requests suggestions for the latest input after a pause of 350 ms, and lists them with their count', async () => {
  show();
  type('u');
  await pause(349);
  type('us');
  await pause(349);
  expect(requests).toEqual([]);
  await pause(1);
  expect(requests.map(({ input }) => input)).toEqual(['us']);
  await last().answer(['user'], { options_total: 1, partial_word: 'us' });
  expect(screen.getByText('Suggested Category:')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('1 results');
  expect(box().getAttribute('aria-expanded')).toBe('true');
  type('  ');
  await pause(1000);
  expect(requests).toHaveLength(1);
});

it('HeaderSearch moves with the arrow keys around the ends, accepts with Tab and runs with Enter', async () => {
  show();
  type('user ');
  await pause(350);
  await last().answer(['and', 'or', 'with-access']);
  press('ArrowUp');
  expect(focused()).toBe('with-access');
  expect(box().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
  press('ArrowDown');
  expect(focused()).toBe('and');
  press('ArrowDown');
  press('Tab');
  expect(box().value).toBe('user or ');
  await pause(350);
  await last().answer(['role', 'user']);
  press('Tab');
  expect(box().value).toBe('user or role ');
  press('Enter');
  expect(screen.getByLabelText('address').textContent).toBe('/searchresult?query=user+or+role');
  expect(box().getAttribute('aria-expanded')).toBe('false');
});

it('HeaderSearch accepts the first pending suggestion on Tab, never a suggestion for an earlier input', async () => {
  show();
  type('us');
  await pause(350);
  await last().answer(['user'], { partial_word: 'us' });
  type('user with-a');
  press('Tab');
  expect(box().value).toBe('user with-a');
  await pause(350);
  await last().answer(['with-access', 'with-attribute'], { partial_word: 'with-a' });
  expect(box().value).toBe('user with-access ');
});

it('HeaderSearch aborts an obsolete request, and closes the list when the focus leaves', async () => {
  show();
  type('us');
  await pause(350);
  const first = last();
  type('use');
  expect(first.signal.aborted).toBe(true);
  await pause(350);
  await last().answer(['user'], { partial_word: 'use' });
  fireEvent.blur(box());
  expect(screen.queryByRole('option')).toBeNull();
});

it('HeaderSearch shows the error of an invalid input, and can be disabled', async () => {
  const { unmount } = show();
  type('banana ');
  await pause(350);
  const error = { position: 0, length: 6, expected: ['a type', 'any'], message: 'A question begins with a type.' };
  await last().answer(['INVALID INPUT'], { error });
  expect(screen.getByRole('option').textContent).toBe('INVALID INPUT');
  expect(box().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(/A question begins with a type\. Expected: a type, any\./)).toBeDefined();
  expect(press('Tab')).toBe(true);
  expect(box().value).toBe('banana ');
  type('user ');
  expect(box().getAttribute('aria-invalid')).toBe('false');
  expect(screen.queryByRole('option')).toBeNull();
  unmount();
  show(true);
  expect(box().disabled).toBe(true);
});
