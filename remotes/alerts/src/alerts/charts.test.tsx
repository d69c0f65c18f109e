import { render, screen, within } from '@testing-library/react';
import { EventChart } from './EventChart';
import { UsageChart } from './UsageChart';

it('events are lines by their names, and those that the alert is about stand first', () => {
  const point = (point_name: string, x: string, point_color: string) => ({ point_name, x, y: 1, point_color, point_size: 1 });
  const points = [point('DescribeTrails', '2026-01-20T10:00:00Z', 'orange'), point('StopLogging', '2026-01-20T10:30:00Z', 'red')];
  render(<EventChart points={points} />);
  const chart = screen.getByRole('group', { name: 'Events by time' });
  expect([...chart.querySelectorAll('text')].map(({ textContent }) => textContent)).toEqual(['StopLogging', 'DescribeTrails']);
  expect(within(chart).getAllByRole('img')).toHaveLength(2);
});

it('the bar that an alert is about says so, with its count', () => {
  const bars = [
    { x: '2026-01-19', y: 4 },
    { x: '2026-01-20', y: 120 },
  ];
  render(
    <UsageChart
      chart={{ kind: 'usage', barchart_alert_point: bars, x_axis_name: 'Time (UTC)', y_axis_name: 'Calls', alert_x: '2026-01-20', alert_y: 120 }}
    />,
  );
  const items = within(screen.getByRole('list', { name: 'Calls' })).getAllByRole('img');
  expect(items.map((item) => item.getAttribute('aria-label'))).toEqual(['2026-01-19: 4', '2026-01-20: 120, the alert']);
});
