import { useState, type ReactNode } from 'react';
import { fireEvent, render, screen } from '@testing-library/react';
import { RowCursor, useTriageKeys } from './use-triage-keys';

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

const log: string[] = [];
beforeEach(() => log.splice(0));

function List({ keys, opened = null, enabled = true }: { keys: string[]; opened?: string | null; enabled?: boolean }): ReactNode {
  const [cursor] = useState(() => new RowCursor('rows'));
  const note = (what: string) => (key: string) => void log.push(`${what} ${key}`);
  useTriageKeys({
    cursor,
    enabled,
    opened,
    onOpen: note('open'),
    onClose: () => void log.push('close'),
    onBack: () => void log.push('back'),
    actions: { 'alert-assign': note('assign'), 'alert-dismiss': note('dismiss') },
  });
  return (
    <div id="rows">
      {keys.map((key) => (
        <div key={key} data-row-key={key}>
          <input type="checkbox" aria-label={`Select ${key}`} />
          <button type="button">Details of {key}</button>
        </div>
      ))}
      <input aria-label="Search" />
      <button
        type="button"
        onClick={() => {
          cursor.expectChange();
          cursor.restoreFocus();
        }}
      >
        Restore
      </button>
    </div>
  );
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const focused = () => document.activeElement?.textContent;

it('j and k move the focus between the rows and stop at the ends; other keys act on the current row', () => {
  render(<List keys={['one', 'two']} />);
  press('a');
  press('j');
  expect(focused()).toBe('Details of one');
  press('j');
  press('j');
  expect(focused()).toBe('Details of two');
  press('d');
  press('k');
  press('k');
  expect(focused()).toBe('Details of one');
  press('a');
  press('u');
  expect(log).toEqual(['dismiss two', 'assign one', 'back']);
});

it('keys in a field, with a modifier or while a dialog is open keep their meaning', () => {
  const { rerender } = render(<List keys={['one']} />);
  press('j');
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'd', ctrlKey: true });
  screen.getByLabelText('Search').focus();
  press('d');
  rerender(<List keys={['one']} enabled={false} />);
  screen.getByText('Details of one').focus();
  press('d');
  expect(log).toEqual([]);
});

it('keys act on the row whose box a user has just checked', () => {
  render(<List keys={['one', 'two']} />);
  screen.getByLabelText('Select two').focus();
  press('a');
  press('k');
  expect(focused()).toBe('Details of one');
  expect(log).toEqual(['assign two']);
});

it('after the current row left the list, the focus goes to the row that took its place', () => {
  const { rerender } = render(<List keys={['one', 'two', 'three']} />);
  press('j');
  press('j');
  rerender(<List keys={['one', 'three']} />);
  (document.activeElement as HTMLElement | null)?.blur();
  fireEvent.click(screen.getByText('Restore'));
  expect(focused()).toBe('Details of three');
  (document.activeElement as HTMLElement).blur();
  rerender(<List keys={['one']} />);
  press('j');
  expect(focused()).toBe('Details of one');
});

it('while an alert is open, j and k, and the keys of pages, open its neighbours, and other keys act on it', () => {
  const { rerender } = render(<List keys={['one', 'two']} opened="one" />);
  press('j');
  rerender(<List keys={['one', 'two']} opened="two" />);
  press('d');
  press('k');
  press('[');
  press('Escape');
  rerender(<List keys={['one', 'two']} opened="one" />);
  press(']');
  expect(log).toEqual(['open two', 'dismiss two', 'open one', 'open one', 'close', 'open two']);
});
