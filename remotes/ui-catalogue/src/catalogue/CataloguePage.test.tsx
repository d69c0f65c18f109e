import * as ui from '@cam/ui';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { GROUPS } from '../entries/groups';
import CataloguePage from './CataloguePage';

afterEach(cleanup);

const entries = GROUPS.flatMap((group) => group.entries);

/** Opens an address of the catalogue. Some components load their drawing or their months later. */
function open(address: string): Promise<void> {
  const page = (
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/ui/:component?" element={<CataloguePage />} />
      </Routes>
    </MemoryRouter>
  );
  return act(async () => {
    render(page);
    await Promise.resolve();
  });
}

it('has an example of every component that the package exports', () => {
  const components = Object.keys(ui).filter((name) => /^[A-Z][a-z]/.test(name));
  expect(components.length).toBeGreaterThan(40);
  expect(entries.map(({ name }) => name).sort()).toEqual(components.sort());
});

it.each(entries)('shows $name with what it is for', async ({ name, about }) => {
  await open(`/ui/${name}`);
  expect(within(screen.getByRole('article')).getByRole('heading', { name })).toBeTruthy();
  expect(about).toMatch(/\.$/);
  expect(screen.getByRole('region', { name: `Example of ${name}` }).childElementCount).toBeGreaterThan(0);
});

it('lists what a search leaves, and Enter opens the first of it', async () => {
  await open('/ui');
  const search = screen.getByRole('searchbox', { name: 'Search components' });
  fireEvent.change(search, { target: { value: 'two months' } });
  const list = screen.getByRole('navigation', { name: 'Components' });
  expect(
    within(list)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['DateRange', 'DayRange']);
  fireEvent.keyDown(search, { key: 'Enter', keyCode: 13 });
  expect(screen.getByRole('heading', { name: 'DateRange' })).toBeTruthy();
  fireEvent.change(search, { target: { value: 'spaceship' } });
  expect(screen.getByRole('status').textContent).toBe('No component has these words.');
});
