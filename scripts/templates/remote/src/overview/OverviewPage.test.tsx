import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import * as api from './api';
import OverviewPage from './OverviewPage';

jest.mock('./api');

it('shows each type with its count', () => {
  jest.mocked(api.useCounts).mockReturnValue({ data: { entity_counts: [{ type: 'AWS User', count: 12 }] } } as never);
  render(
    <MemoryRouter>
      <OverviewPage />
    </MemoryRouter>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Example Area');
  expect(screen.getByText('AWS User')).toBeTruthy();
  expect(screen.getByText('12')).toBeTruthy();
});
