import { fireEvent, render, screen } from '@testing-library/react';
import { JsonPanel } from './JsonPanel';

const close = jest.fn();

it('JsonPanel formats the document with four spaces, and the policy name is its title', () => {
  render(<JsonPanel title="read-payroll" json='{"Version":"2012-10-17"}' onClose={close} />);
  expect(screen.getByRole('dialog', { name: 'read-payroll' }).querySelector('pre')?.textContent).toBe('{\n    "Version": "2012-10-17"\n}');
});

it('JsonPanel is titled JSON Viewer without a name; it is empty for invalid JSON, {} for a missing policy', () => {
  const { rerender } = render(<JsonPanel json="{ oops" onClose={close} />);
  const viewer = screen.getByRole('dialog', { name: 'JSON Viewer' }).querySelector('pre');
  expect(viewer?.textContent).toBe('');
  rerender(<JsonPanel json={undefined} onClose={close} />);
  expect(viewer?.textContent).toBe('{}');
});

it('JsonPanel resizes with the arrow keys, and closes with Escape and with its button', () => {
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

it('JsonPanel returns the focus to its opener', () => {
  render(<button>opener</button>);
  screen.getByText('opener').focus();
  const { unmount } = render(<JsonPanel json="{}" onClose={close} />);
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
  unmount();
  expect(document.activeElement).toBe(screen.getByText('opener'));
});
