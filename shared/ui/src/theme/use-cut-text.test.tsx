import { fireEvent, render, screen } from '@testing-library/react';
import { ThemeRoot } from './ThemeRoot';

const ELLIPSIS = { overflow: 'hidden', overflowX: 'hidden', textOverflow: 'ellipsis' } as const;

/** The test environment lays nothing out, so each element says itself how wide its text is. */
function wide(element: HTMLElement, scrollWidth: number): void {
  Object.defineProperty(element, 'scrollWidth', { configurable: true, value: scrollWidth });
  Object.defineProperty(element, 'innerText', { configurable: true, get: () => element.textContent });
}

test('a text that is cut off shows the whole of itself as its tooltip, and other texts show none', () => {
  render(
    <ThemeRoot>
      <small style={ELLIPSIS}>
        <span>kestrel-prod has the policy Owner</span>
      </small>
      <p>Short</p>
    </ThemeRoot>,
  );
  const text = screen.getByText(/Owner/);
  wide(text.parentElement!, 500);
  fireEvent.mouseOver(text);
  expect(screen.getByTitle('kestrel-prod has the policy Owner').contains(text)).toBe(true);
  fireEvent.mouseOver(screen.getByText('Short'));
  expect(screen.getByText('Short').title).toBe('');
});

test('a cell shows its whole text while a part of it is cut off, and a tooltip of its own stays', () => {
  render(
    <ThemeRoot>
      <table>
        <tbody>
          <tr>
            <td>
              <b style={ELLIPSIS}>payroll-archive</b>
            </td>
            <td title="Own">
              <b style={ELLIPSIS}>orders-archive</b>
            </td>
          </tr>
        </tbody>
      </table>
    </ThemeRoot>,
  );
  const [first, second] = screen.getAllByRole('cell');
  for (const cell of [first!, second!]) {
    wide(cell, 0);
    wide(cell.querySelector('b')!, 500);
    fireEvent.mouseOver(cell.querySelector('b')!);
  }
  expect(first!.title).toBe('payroll-archive');
  expect(second!.title).toBe('Own');
  wide(first!.querySelector('b')!, 0);
  fireEvent.mouseOver(first!);
  expect(first!.title).toBe('');
});
