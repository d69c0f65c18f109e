import { act, fireEvent, render, screen } from '@testing-library/react';
import { Link, MemoryRouter, useLocation } from 'react-router-dom';
import type { AskAnswer, AutocompleteAnswer, FoundName } from '@cam/contracts';
import HeaderSearch from './HeaderSearch';

interface SuggestionRequest {
  input: string;
  signal: AbortSignal;
  answer: (options: string[], more?: Partial<AutocompleteAnswer>) => Promise<void>;
}

const requests: SuggestionRequest[] = [];
let names: FoundName[] = [];
let asked: Partial<AskAnswer> = {};
let recent: string[] = [];
const NOT_READ: AskAnswer = { outcome: 'PART', text: '', readings: [], ignored: [], understood: [], unread: null, message: null, suggestions: [] };
jest.mock('@cam/platform', () => ({
  searchAddress: (query: string) => `/searchresult?${new URLSearchParams({ query }).toString()}`,
  callApi: (key: string, { body }: { body: { input: string } }, { signal }: { signal: AbortSignal }) => {
    if (key.endsWith('/names')) return Promise.resolve({ names });
    if (key.endsWith('/ask')) return Promise.resolve({ ...NOT_READ, ...asked });
    if (key.endsWith('/search-history')) return Promise.resolve({ searches: recent.map((query) => ({ query, searched_at: '' })) });
    return new Promise((resolve) => {
      const answer = (options: string[], more: Partial<AutocompleteAnswer> = {}): Promise<void> =>
        act(async () => {
          resolve({
            options,
            option_info: [],
            options_total: options.length,
            partial_word: '',
            error: null,
            accepting: false,
            meaning: null,
            ...more,
          });
          // Names and readings arrive after the options.
          for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
        });
      requests.push({ input: body.input, signal, answer });
    });
  },
  storage: {},
}));

function Address(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}

const PAGES = [
  { label: 'Unused Access', to: '/unused-access' },
  { label: 'Alerts', to: '/alerts' },
];
const show = (disabled = false) =>
  render(
    <MemoryRouter>
      <HeaderSearch disabled={disabled} pages={PAGES} />
      <Link to="/reports">Reports</Link>
      <main tabIndex={-1}>
        <p aria-label="address">
          <Address />
        </p>
      </main>
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
const listed = (): (string | null)[] => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const address = (): string | null => screen.getByLabelText('address').textContent;
const ERROR = { position: 0, length: 6, expected: ['a type', 'any'], message: 'Unknown type.' };
const REFUSED = { options_total: 0, error: ERROR };

beforeEach(() => {
  requests.length = 0;
  names = [];
  asked = {};
  recent = [];
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
  await pause(350);
  await last().answer(['and', 'or'], { accepting: true });
  press('Enter');
  await pause(0);
  expect(address()).toBe('/searchresult?query=user+or+role');
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

it('HeaderSearch completes the word at the caret in the middle of the text', async () => {
  show();
  type('user with-ac any');
  box().setSelectionRange(9, 9);
  fireEvent.select(box());
  await pause(350);
  expect(requests.map(({ input }) => input)).toEqual(['user with-ac any', 'user with']);
  await requests[0]?.answer(['INVALID INPUT'], REFUSED);
  await requests[1]?.answer(['with-access'], { partial_word: 'with-' });
  // The text as a whole is invalid, and the list has the words that mend it.
  expect(listed()).toEqual(['with-access']);
  expect(box().getAttribute('aria-invalid')).toBe('true');
  press('Tab');
  expect(box().value).toBe('user with-access any');
});

it('HeaderSearch takes no suggestion for another position of the caret', async () => {
  show();
  type('user with-ac any');
  await pause(350);
  await last().answer(['INVALID INPUT'], REFUSED);
  box().setSelectionRange(9, 9);
  fireEvent.select(box());
  press('Tab');
  expect(box().value).toBe('user with-ac any');
  await pause(350);
  const [whole, atCaret] = requests.slice(-2);
  await whole?.answer(['INVALID INPUT'], REFUSED);
  await atCaret?.answer(['with-access'], { partial_word: 'with-' });
  expect(box().value).toBe('user with-access any');
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
  await last().answer(['INVALID INPUT'], { error: { ...ERROR, message: 'A question begins with a type.', suggestion: 'user with-access any' } });
  expect(listed()).toEqual(['INVALID INPUT']);
  expect(box().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(/A question begins with a type\. Expected: a type, any\./)).toBeDefined();
  expect(press('Tab')).toBe(true);
  expect(box().value).toBe('banana ');
  fireEvent.click(screen.getByRole('button', { name: 'Use user with-access any' }));
  expect(box().value).toBe('user with-access any');
  type('user ');
  expect(box().getAttribute('aria-invalid')).toBe('false');
  expect(screen.queryByRole('option')).toBeNull();
  unmount();
  show(true);
  expect(box().disabled).toBe(true);
});

it('HeaderSearch opens on focus with recent searches and example questions', async () => {
  recent = ['user with-access any'];
  show();
  fireEvent.focus(box());
  await pause(0);
  expect(screen.getByRole('group', { name: 'Recent' }).textContent).toContain('user with-access any');
  expect(screen.getByRole('group', { name: 'Examples' }).textContent).toContain('Which buckets are public?');
  press('ArrowDown');
  press('Enter');
  expect(address()).toBe('/searchresult?query=user+with-access+any');
});

it('HeaderSearch lists names and pages before everything else, and opens the one that the text names', async () => {
  const uri = 'demo:AWS:111122223333:eu-west-1:OBJECT_STORE:payroll';
  names = [{ name: 'payroll', type: 'OBJECT_STORE', uri, cloud_type: 'AWS', account_id: '111122223333', account_name: 'Payments' }];
  show();
  type('payroll');
  await pause(350);
  await last().answer(['INVALID INPUT'], REFUSED);
  expect(screen.getByRole('group', { name: 'Names' }).textContent).toContain('payrollPayments');
  expect(box().getAttribute('aria-invalid')).toBe('false');
  press('Enter');
  await pause(0);
  expect(address()).toBe('/objects/demo/AWS/111122223333/eu-west-1/OBJECT_STORE/payroll/');
  names = [];
  type('unused');
  await pause(350);
  await last().answer(['INVALID INPUT'], REFUSED);
  press('ArrowDown');
  press('Enter');
  expect(address()).toBe('/unused-access');
});

it('HeaderSearch shows how it read a question, and runs its query', async () => {
  const chips = [{ from: 0, to: 5, text: 'users', as: 'user', because: 'a type' }];
  asked = { outcome: 'READ', readings: [{ query: 'user with-attribute mfa false', meaning: 'Users that have no MFA.', intent: 'rows', chips }] };
  show();
  type('users without mfa');
  await pause(350);
  await last().answer(['INVALID INPUT'], REFUSED);
  expect(listed()).toEqual(['Users that have no MFA.user with-attribute mfa false']);
  expect(screen.getByRole('list', { name: 'How the words were read' }).textContent).toBe('users user');
  press('Enter');
  await pause(0);
  expect(address()).toBe('/searchresult?query=user+with-attribute+mfa+false');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('HeaderSearch lets the user choose between readings, and offers another spelling', async () => {
  const reading = (query: string) => ({ query, meaning: `Meaning of ${query}.`, intent: 'rows' as const, chips: [] });
  asked = { outcome: 'CHOOSE', readings: [reading('user a'), reading('user b')] };
  show();
  type('who is it');
  await pause(350);
  await last().answer(['INVALID INPUT'], REFUSED);
  expect(screen.getByText(/Choose one/)).toBeDefined();
  press('Enter');
  await pause(0);
  expect(focused()).toContain('Meaning of user a.');
  press('ArrowDown');
  press('Enter');
  expect(address()).toBe('/searchresult?query=user+b');
  asked = { message: '"buckts" is neither a known word nor the name of an entity.', suggestions: ['public buckets'] };
  type('public buckts');
  await pause(350);
  await last().answer(['INVALID INPUT'], REFUSED);
  expect(screen.getByRole('note').textContent).toContain('"buckts"');
  press('ArrowDown');
  press('Enter');
  expect(box().value).toBe('public buckets');
});

it('HeaderSearch keeps a question that it cannot read, and says which word it does not know', async () => {
  asked = {
    outcome: 'PART',
    message: '"payroll-data" is neither a known word nor the name of an entity.',
    unread: { from: 13, to: 25, text: 'payroll-data' },
  };
  show();
  type('who can read payroll-data');
  await pause(350);
  await last().answer(['INVALID INPUT'], REFUSED);
  press('Enter');
  await pause(0);
  expect(address()).toBe('/');
  expect(screen.getByRole('note').textContent).toContain('"payroll-data"');
});

it.each([
  ['opens something else', () => fireEvent.click(screen.getByRole('link', { name: 'Reports' })), '/reports'],
  ['types on', () => type('user with-access any as-of'), '/'],
])('HeaderSearch does not run a query whose answer arrives after the user %s', async (_does, turnAway, stays) => {
  show();
  type('user with-access any');
  press('Enter');
  turnAway();
  await last().answer([], { accepting: true });
  expect(address()).toBe(stays);
});
