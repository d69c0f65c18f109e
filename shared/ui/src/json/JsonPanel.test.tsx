import { fireEvent, render, screen } from '@testing-library/react';
import { JsonPanel } from './JsonPanel';

const close = jest.fn();

it('shows a document with four spaces under the name of the policy', () => {
  render(<JsonPanel title="read-payroll" json='{"Version":"2012-10-17"}' onClose={close} />);
  expect(screen.getByRole('dialog', { name: 'read-payroll' }).querySelector('pre')?.textContent).toBe('{\n    "Version": "2012-10-17"\n}');
});

it('is the JSON Viewer without a name, empty for what is no JSON, and {} for a missing policy', () => {
  const { rerender } = render(<JsonPanel json="{ oops" onClose={close} />);
  const viewer = screen.getByRole('dialog', { name: 'JSON Viewer' }).querySelector('pre');
  expect(viewer?.textContent).toBe('');
  rerender(<JsonPanel json={undefined} onClose={close} />);
  expect(viewer?.textContent).toBe('{}');
});

it('is made larger and smaller by keys, and closes by Escape and by its button', () => {
  window.innerHeight = 900;
  render(<JsonPanel json="{}" onClose={close} />);
  const edge = screen.getByRole('slider', { name: 'Height of JSON Viewer' });
  expect(edge.getAttribute('aria-valuenow')).toBe('450');
  fireEvent.keyDown(edge, { key: 'ArrowUp' });
  expect(edge.getAttribute('aria-valuenow')).toBe('426');
  fireEvent.keyDown(edge, { key: 'Escape' });
  fireEvent.click(screen.getByRole('button', { name: 'Close JSON Viewer' }));
  expect(close).toHaveBeenCalledTimes(2);
});

it('gives the focus back to what opened it', () => {
  render(<button>opener</button>);
  screen.getByText('opener').focus();
  const { unmount } = render(<JsonPanel json="{}" onClose={close} />);
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
  unmount();
  expect(document.activeElement).toBe(screen.getByText('opener'));
});
