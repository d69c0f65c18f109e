import { centred, centredOn, fitView, movedBy, PADDING, startingAt, zoomedAt, type GraphView } from './graph-view';

const FRAME = [800, 600] as const;
/** Returns where a point of the drawing stands in the frame. */
const at = ({ x, y, zoom }: GraphView, point: readonly [number, number]) => [x + point[0] * zoom, y + point[1] * zoom];

test('a small drawing stands in the middle at its own size, and a large one fits the frame', () => {
  expect(fitView([400, 200], FRAME)).toEqual({ x: 200, y: 200, zoom: 1 });
  const large = fitView([3000, 100], FRAME);
  expect(at(large, [0, 0])[0]).toBeCloseTo(PADDING);
  expect(at(large, [3000, 0])[0]).toBeCloseTo(800 - PADDING);
});

test('a zoom keeps what is under the pointer, and ends at its limits', () => {
  const view = centred([400, 200], FRAME, 1);
  const closer = zoomedAt(view, 1.5, [300, 250]);
  expect(closer.zoom).toBe(1.5);
  expect(at(closer, [100, 50])).toEqual(at(view, [100, 50]));
  expect(zoomedAt(view, 100, [0, 0]).zoom).toBe(2.5);
  expect(zoomedAt(view, 0.001, [0, 0]).zoom).toBe(0.1);
});

test('a drawing starts at its left edge, moves by a distance, and turns to a point', () => {
  const start = startingAt([0, 900], FRAME, 0.8);
  expect(at(start, [0, 900])).toEqual([PADDING, 300]);
  expect(at(movedBy(start, [10, -20]), [0, 900])).toEqual([PADDING + 10, 280]);
  expect(at(centredOn(start, [50, 60], FRAME), [50, 60])).toEqual([400, 300]);
});
