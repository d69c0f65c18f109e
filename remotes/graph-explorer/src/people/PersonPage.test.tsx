import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import type { PersonAccount, PersonDetail } from '@cam/contracts';
import { PersonPage } from './PersonPage';

let mockAnswer: { data?: PersonDetail; error?: { status: number; userMessage: string; trackingId: string } } = {};
jest.mock('@cam/platform', () => ({
  ...jest.requireActual<object>('@cam/platform'),
  useApi: () => ({ ...mockAnswer, mutate: async () => undefined }),
}));
jest.mock('../entity/AccessTable', () => ({ AccessTable: ({ query }: { query: string }) => <output>{query}</output> }));

const account = (changes: Partial<PersonAccount>): PersonAccount => ({
  uri: `t:AWS:1:-:USER:${changes.name}`,
  name: 'ada',
  type: 'USER',
  account_id: '1',
  account_name: 'prod',
  cloud_type: 'AWS',
  status: '',
  usable: true,
  evidence: ['Tag email=ada@example.com'],
  mfa: null,
  key_age_days: 400,
  privileged: false,
  last_used: null,
  objects_total: 3,
  objects_used: null,
  roles_total: 0,
  ...changes,
});

const show = () =>
  render(
    <MemoryRouter initialEntries={['/identities/person/p1']}>
      <Routes>
        <Route path="/identities/person/:personId" element={<PersonPage />} />
      </Routes>
    </MemoryRouter>,
  );
afterEach(cleanup);

it('the page of a person shows a deprovisioned user with the accounts that still work and how to remove them', () => {
  const directory = account({ name: 'ada@example.com', cloud_type: 'IDP_OKTA', status: 'deprovisioned', usable: false, key_age_days: null });
  const cloud = account({ name: 'ada-cli' });
  const step = { account_name: 'prod' };
  mockAnswer = {
    data: {
      person_id: 'p1',
      name: 'Ada Example',
      email: 'ada@example.com',
      status: 'DEPROVISIONED',
      counted_at: null,
      counting: false,
      accounts: [cloud, directory],
      removal: [
        { ...step, uri: directory.uri, name: directory.name, step: 'Deactivate the user', done: true },
        { ...step, uri: cloud.uri, name: cloud.name, step: 'Delete the access keys', done: false },
      ],
      query: 'person "ada@example.com" with-access any',
    },
  };
  const { container } = show();
  screen.getByText('Deprovisioned');
  expect(container.textContent).toContain('2 accounts in 2 providers');
  expect(container.textContent).toContain('1 of 2 accounts can still be used.');
  const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(steps).toEqual(['Done Deactivate the user: ada@example.com in prod', 'To do Delete the access keys: ada-cli in prod']);
  expect(container.querySelector('output')?.textContent).toBe('person "ada@example.com" with-access any');
});

it('the page of a person who is gone leads to the list of people', () => {
  mockAnswer = { error: { status: 404, userMessage: 'There is no person with this id.', trackingId: 't' } };
  show();
  expect(screen.getByRole('link', { name: 'Browse all people' }).getAttribute('href')).toBe('/identities/person');
});
