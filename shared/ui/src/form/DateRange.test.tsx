import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ThemeRoot } from '../theme/ThemeRoot';
import { DateRange, type DateSpan } from './DateRange';
import { DayRange } from './DayRange';

const NOON = { from: new Date(2026, 0, 10, 12, 0), to: new Date(2026, 0, 20, 12, 0) };

function times(): { fields: HTMLInputElement[]; changes: DateSpan[]; type: (index: number, text: string) => void } {
  const changes: DateSpan[] = [];
  render(
    <ThemeRoot>
      <DateRange value={NOON} onChange={(span) => changes.push(span)} />
    </ThemeRoot>,
  );
  const fields = screen.getAllByRole<HTMLInputElement>('textbox');
  const type = (index: number, text: string): void => {
    const field = fields[index] as HTMLInputElement;
    fireEvent.focus(field);
    fireEvent.click(field);
    fireEvent.change(field, { target: { value: text } });
  };
  return { fields, changes, type };
}

const apply = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Apply' }));

const shown = (): string[] => [...document.querySelectorAll('.ant-picker-month-btn')].map(({ textContent }) => textContent ?? '');

const twoMonths = (): Promise<void> => waitFor(() => expect(shown()).toEqual(['Jan', 'Feb']));

describe('DateRange', () => {
  it('shows two months and the time of day', async () => {
    const { fields, type } = times();
    expect(fields.map(({ value }) => value)).toEqual(['2026-01-10 12:00 PM', '2026-01-20 12:00 PM']);
    type(0, '2026-01-10 12:00 PM');
    await twoMonths();
    expect(document.querySelectorAll('.ant-picker-time-panel-column')).toHaveLength(3);
  });

  it('reports a change after both ends are applied', () => {
    const { changes, type } = times();
    type(0, '2026-01-11 01:30 PM');
    expect(changes).toEqual([]);
    apply();
    apply();
    expect(changes).toEqual([{ from: new Date(2026, 0, 11, 13, 30), to: NOON.to }]);
  });

  it.each(['2026-02-30 01:30 PM', '2026-01-11 13:30', '2026-01-11', 'yesterday'])('ignores %s, which does not match the date-time format', (text) => {
    const { changes, type } = times();
    type(0, text);
    apply();
    apply();
    expect(changes.filter(({ from }) => from?.getTime() !== NOON.from.getTime())).toEqual([]);
  });

  it('says that a date does not exist, and Enter applies nothing in its place', () => {
    const { changes, fields, type } = times();
    type(0, '2026-02-30 01:30 PM');
    expect(screen.getByRole('alert').textContent).toBe('2026-02-30 01:30 PM is not a date. Write it as 2026-01-31 09:30 AM.');
    fireEvent.keyDown(fields[0] as HTMLElement, { key: 'Enter', keyCode: 13 });
    expect(changes).toEqual([]);
    type(0, '2026-02-20 01:30 PM');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps the time of day when a day in the second month is selected', async () => {
    const { changes, type } = times();
    type(1, '2026-01-20 12:00 PM');
    await twoMonths();
    // The first month also shows the first days of the second.
    fireEvent.click([...document.querySelectorAll('[title="2026-02-03"]')].at(-1) as Element);
    await twoMonths();
    apply();
    apply();
    expect(changes).toEqual([{ from: NOON.from, to: new Date(2026, 1, 3, 12, 0) }]);
  });
});

it('DayRange shows two months', async () => {
  render(
    <ThemeRoot>
      <DayRange start="2026-01-10" end="2026-01-20" onChange={() => undefined} />
    </ThemeRoot>,
  );
  const [first] = screen.getAllByRole('textbox');
  fireEvent.focus(first as HTMLElement);
  fireEvent.click(first as HTMLElement);
  await twoMonths();
  expect(screen.getByRole('button', { name: 'Apply' })).toBeTruthy();
});
