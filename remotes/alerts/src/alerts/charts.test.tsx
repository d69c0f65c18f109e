import { fireEvent, render, screen, within } from '@testing-library/react';
import { EventTimeline } from './EventTimeline';
import { UsageChart } from './UsageChart';

const marksOf = (name: string) => within(screen.getByRole('list', { name })).getAllByRole('img');

it('an event chart puts the events that the alert is about first, and gives the same as a table', () => {
  const point = (point_name: string, x: string, point_color: string) => ({ point_name, x, y: 1, point_color, point_size: 1 });
  const points = [point('DescribeTrails', '2026-01-20T10:00:00Z', 'orange'), point('StopLogging', '2026-01-20T10:30:00Z', 'red')];
  render(<EventTimeline points={points} />);
  const names = marksOf('Events by time').map((mark) => mark.getAttribute('aria-label')?.split(',')[0]);
  expect(names).toEqual(['StopLogging', 'DescribeTrails']);
  fireEvent.click(screen.getByRole('radio', { name: 'Table' }));
  expect(
    within(screen.getByRole('table'))
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(names);
});

it('a usage chart names the column that the alert is about, with its count', () => {
  const columns = [
    { x: '2026-01-19', y: 4 },
    { x: '2026-01-20', y: 120 },
  ];
  render(
    <UsageChart
      chart={{ kind: 'usage', barchart_alert_point: columns, x_axis_name: 'Time (UTC)', y_axis_name: 'Calls', alert_x: '2026-01-20', alert_y: 120 }}
    />,
  );
  expect(marksOf('Calls').map((mark) => mark.getAttribute('aria-label'))).toEqual(['2026-01-19: 4', '2026-01-20: 120, this alert']);
});
