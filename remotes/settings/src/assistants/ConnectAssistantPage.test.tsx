import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import ConnectAssistantPage from './ConnectAssistantPage';

const ADDRESS =
  '/connect-assistant?client_id=one&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&response_type=code&state=s&code_challenge=c&prompt=consent';
const PARAMETERS = { client_id: 'one', redirect_uri: 'https://app.example/cb', response_type: 'code', state: 's', code_challenge: 'c' };
const mockRequest = {
  name: 'Helper',
  redirect_host: 'app.example',
  is_local: false,
  scopes: [
    { scope: 'cam:general:read', held: true },
    { scope: 'cam:guardrail:read', held: true },
    { scope: 'cam:alerts:read', held: false },
  ],
  days: 90,
};
const mockState: { error: unknown; calls: unknown[][]; asked: unknown } = { error: undefined, calls: [], asked: undefined };
jest.mock('@cam/platform', () => ({
  useSession: () => ({ tenant: { name: 'Larkspur' }, user: { email: 'ana@larkspur.example' } }),
  useApi: (_key: string, args: unknown) => {
    mockState.asked = args;
    return mockState.error ? { error: mockState.error } : { data: mockRequest };
  },
  // Without an answer, the page stays as it is: the test environment cannot leave it.
  callApi: (key: string, args: unknown) => {
    mockState.calls.push([key, args]);
    return new Promise(() => undefined);
  },
}));

beforeEach(() => Object.assign(mockState, { error: undefined, calls: [], asked: undefined }));

const open = (address = ADDRESS) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <ConnectAssistantPage />
    </MemoryRouter>,
  );

it('says who asks, for which tenant and where the answer goes, and allows only what the user has', async () => {
  open();
  expect(mockState.asked).toEqual({ body: PARAMETERS });
  expect(screen.getByRole('heading', { name: '“Helper” asks for access' })).toBeTruthy();
  for (const text of ['Larkspur', 'ana@larkspur.example', 'app.example']) expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /you do not have this right/ }).disabled).toBe(true);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Read guardrails' }));
  fireEvent.click(screen.getByRole('button', { name: 'Allow access' }));
  await waitFor(() => expect(mockState.calls).toEqual([['POST /v1/oauth/requests', { body: { ...PARAMETERS, scopes: ['cam:general:read'] } }]]));
});

it('refuses without any scope', async () => {
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(mockState.calls).toEqual([['POST /v1/oauth/requests/refusal', { body: PARAMETERS }]]));
});

it('leads back to the assistant after an error only if the server gives its address', () => {
  mockState.error = {
    userMessage: 'It asks for another resource.',
    details: { error: 'invalid_target', redirect: 'https://app.example/cb?error=x' },
  };
  const { unmount } = open();
  expect(screen.getByText('It asks for another resource.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Return to the assistant' })).toBeTruthy();
  unmount();
  mockState.error = { userMessage: 'It is not registered.', details: { error: 'invalid_client' } };
  open();
  expect(screen.queryByRole('button')).toBeNull();
});

it('says where assistants begin when nobody asks, without a call', () => {
  open('/connect-assistant');
  expect(screen.getByText('No assistant asks for access')).toBeTruthy();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/settings/tokens');
  expect(mockState.asked).toBeNull();
});
