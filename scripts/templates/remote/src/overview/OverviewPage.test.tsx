import { mountPage, screen } from '@cam/remote-kit/testing';
import OverviewPage from './OverviewPage';

it('shows each type with its count', async () => {
  const { requests } = mountPage(<OverviewPage />, { server: () => ({ body: { entity_counts: [{ type: 'AWS User', count: 12 }] } }) });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Example Area');
  expect(await screen.findByText('AWS User')).toBeTruthy();
  expect(screen.getByText('12')).toBeTruthy();
  expect(requests.map(({ path }) => path)).toEqual(['/v1/graph-querymgr/dashboard']);
});
