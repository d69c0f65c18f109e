import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Drawer, Dropdown } from './overlays';

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Details
      </button>
      {isOpen && (
        <Drawer open title="Payments" onClose={() => setOpen(false)}>
          Facts
        </Drawer>
      )}
    </>
  );
}

test('a drawer that is removed when it closes gives the focus back to its button', async () => {
  render(<Page />);
  const button = screen.getByRole('button', { name: 'Details' });
  button.focus();
  fireEvent.click(button);
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(screen.queryByText('Facts')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('the dialog of a drawer takes the focus, so that a screen reader says its name', async () => {
  render(<Page />);
  fireEvent.click(screen.getByRole('button', { name: 'Details' }));
  const dialog = await screen.findByRole('dialog', { name: 'Payments' });
  await waitFor(() => expect(document.activeElement).toBe(dialog));
});

test('a menu takes the focus when it opens, and Enter runs its item and nothing else', async () => {
  const run = jest.fn();
  render(
    <Dropdown trigger={['click']} menu={{ items: [{ key: 'about', label: 'About', onClick: run }] }}>
      <button type="button">More</button>
    </Dropdown>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  const item = await screen.findByRole('menuitem', { name: 'About' });
  await waitFor(() => expect(document.activeElement).toBe(item));
  const isLeftToBrowser = fireEvent.keyDown(item, { key: 'Enter', keyCode: 13, which: 13 });
  expect([run.mock.calls.length, isLeftToBrowser]).toEqual([1, false]);
});
