import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { PartialReason } from '@cam/contracts';
import { PartialResultsNotice } from './PartialResultsNotice';

let mockReasons: PartialReason[] = [];
jest.mock('@cam/platform', () => ({ usePartialResults: () => mockReasons }));
jest.mock('@cam/platform/host', () => ({ clearPartialResults: () => undefined }));

it('PartialResultsNotice warns about partial results with the reasons', () => {
  const notice = (
    <MemoryRouter>
      <PartialResultsNotice />
    </MemoryRouter>
  );
  const { rerender } = render(notice);
  expect(screen.queryByText('Displaying Partial Results')).toBeNull();
  mockReasons = ['missing_records', 'missing_fields'];
  rerender(
    <MemoryRouter>
      <PartialResultsNotice />
    </MemoryRouter>,
  );
  screen.getByText('Displaying Partial Results');
  screen.getByText('Search Criteria too broad, please refine search results');
  screen.getByText('Missing Analytics, try again later once analytics has completed');
});
