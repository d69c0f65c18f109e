import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import SettingsPage from './SettingsPage';

const rights: string[] = [];
afterEach(() => rights.splice(0));
jest.mock('@cam/platform', () => ({ useSession: () => ({ rights }) }));
jest.mock('../profile/ProfileForm', () => ({ ProfileForm: () => <p>the profile</p> }));
jest.mock('../profile/SecondFactor', () => ({ SecondFactor: () => null }));
jest.mock('../profile/Sessions', () => ({ Sessions: () => null }));
jest.mock('../profile/ChatLinks', () => ({ ChatLinks: () => null }));
jest.mock('../keys/KeySettings', () => ({ KeySettings: () => null }));
jest.mock('../tokens/ApiTokens', () => ({ ApiTokens: () => <p>the tokens</p> }));
jest.mock('../times/NotificationTimes', () => ({ NotificationTimes: () => <p>the times</p> }));
jest.mock('../alerts/AlertSettings', () => ({ AlertSettings: ({ severity }: { severity: string }) => <p>alerts {severity}</p> }));

function Address() {
  return <output>{useLocation().pathname}</output>;
}

function open(address: string): void {
  render(
    <MemoryRouter initialEntries={[address]}>
      <Address />
      <Routes>
        <Route path="/settings/:id?" element={<SettingsPage />} />
      </Routes>
    </MemoryRouter>,
  );
}

it.each([
  ['profile', 'User Information', 'the profile'],
  ['alertshigh', 'Alerts High', 'alerts HIGH'],
  ['alertsmedium', 'Alerts Medium', 'alerts MEDIUM'],
  ['alertslow', 'Alerts Low', 'alerts LOW'],
  ['alertstimes', 'Notification Times', 'the times'],
])('SettingsPage shows /settings/%s under the tab "%s" and the page heading', (id, label, content) => {
  open(`/settings/${id}`);
  expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe(label);
  expect(screen.getByText(content)).toBeTruthy();
});

it('SettingsPage opens the first tab at an address without one', () => {
  open('/settings');
  expect(screen.getByText('the profile')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('/settings/profile');
});

it('SettingsPage gives each tab its own URL and renders one tab at a time', async () => {
  open('/settings/profile');
  fireEvent.click(screen.getByRole('tab', { name: 'Alerts Low' }));
  expect(await screen.findByText('alerts LOW')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('/settings/alertslow');
  expect(screen.queryByText('the profile')).toBeNull();
});

it('SettingsPage reports an unknown setting and offers the existing ones', () => {
  open('/settings/pager');
  expect(screen.getByText('This setting does not exist')).toBeTruthy();
  expect(screen.getAllByRole('tab')).toHaveLength(7);
});

it('SettingsPage groups its tabs, and shows those of the tenant only to users who may change it', () => {
  const tabs = (): Record<string, string[]> =>
    Object.fromEntries(
      screen.getAllByRole('tablist').map((list) => [
        document.getElementById(list.getAttribute('aria-labelledby') ?? '')?.textContent ?? '',
        within(list)
          .getAllByRole('tab')
          .map(({ textContent }) => textContent),
      ]),
    );
  const mine = {
    'Your account': ['User Information', 'Keyboard'],
    Notifications: ['Alerts High', 'Alerts Medium', 'Alerts Low', 'Notification Times'],
    Programs: ['API Tokens'],
  };
  open('/settings/profile');
  expect(tabs()).toEqual(mine);
  cleanup();
  rights.push('CAM_GENERAL_WRITE');
  open('/settings/profile');
  expect(tabs()).toEqual({ ...mine, 'People and access': ['Roles', 'Single sign-on'], Programs: ['API Tokens', 'Webhooks', 'Connections'] });
});

it('SettingsPage moves through the tabs of all groups with the arrow keys', () => {
  open('/settings/profile');
  fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key: 'ArrowDown' });
  expect(screen.getByRole('status').textContent).toBe('/settings/keys');
  fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key: 'End' });
  expect(document.activeElement?.textContent).toBe('API Tokens');
  fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key: 'ArrowDown' });
  expect(screen.getByRole('status').textContent).toBe('/settings/profile');
});

it('SettingsPage has a selection instead of the list in a narrow window', async () => {
  const { matchMedia } = window;
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query === '(width < 768px)' });
  try {
    open('/settings/profile');
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Settings' }));
    fireEvent.click(screen.getByTitle('Alerts Low'));
    expect(await screen.findByText('alerts LOW')).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
  } finally {
    window.matchMedia = matchMedia;
  }
});

it('SettingsPage links to Operations only with the right to change something there', () => {
  open('/settings/profile');
  expect(screen.queryByRole('link', { name: 'Operations' })).toBeNull();
  cleanup();
  rights.push('CAM_GENERAL_WRITE');
  open('/settings/profile');
  expect(screen.getByRole('link', { name: 'Operations' }).getAttribute('href')).toBe('/operations');
});
