import { render } from '@testing-library/react';
import { Sparkline } from './Sparkline';

const pointsOf = (values: readonly number[], most: number): number[][] => {
  const { container } = render(<Sparkline values={values} most={most} />);
  const text = container.querySelector('polyline')?.getAttribute('points') ?? '';
  return text === '' ? [] : text.split(' ').map((point) => point.split(',').map(Number));
};

it('Sparkline goes from the left edge to the right one, and higher for larger values', () => {
  const [first, middle, last] = pointsOf([0, 50, 100], 100);
  expect([first, middle, last]).toEqual([
    [2, 22],
    [36, 12],
    [70, 2],
  ]);
});

it('Sparkline keeps values above its edge inside, and draws no line of one value', () => {
  expect(pointsOf([10, 400], 100)[1]).toEqual([70, 2]);
  expect(pointsOf([10], 100)).toEqual([]);
});
