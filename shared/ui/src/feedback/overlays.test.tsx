import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Drawer } from './overlays';

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
