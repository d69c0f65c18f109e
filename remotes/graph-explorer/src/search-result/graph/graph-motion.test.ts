import { GraphMotion } from './graph-motion';
import type { View } from './graph-view';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A drawing of 1000 x 500 px whose library notes what it has to draw, and draws when it is told to. */
function moving() {
  const picture = document.createElement('canvas');
  const drawn: View[] = [];
  let finish = (): void => undefined;
  const motion = new GraphMotion({
    pictures: [picture],
    size: () => [1000, 500],
    zoom: () => drawn.reduce((zoom, { scale }) => zoom * scale, 1),
    zoomRange: [0.1, 2.5],
    draw: (view) => {
      drawn.push(view);
      return new Promise((done) => (finish = done));
    },
  });
  const rest = (): void => void jest.advanceTimersByTime(1000);
  const finished = async (): Promise<void> => {
    finish();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { picture, drawn, motion, rest, finished };
}

test('the picture follows at once, and the library draws once when it rests', async () => {
  const { picture, drawn, motion, rest, finished } = moving();
  motion.move([30, 10]);
  motion.move([10, 0]);
  expect(picture.style.transform).toBe('matrix(1, 0, 0, 1, 40, 10)');
  expect(drawn).toEqual([]);
  rest();
  expect(drawn).toEqual([{ scale: 1, x: 40, y: 10 }]);
  await finished();
  expect(motion.view).toEqual({ scale: 1, x: 0, y: 0 });
  rest();
  expect(drawn).toHaveLength(1);
});

test('movements while the library draws are kept', async () => {
  const { drawn, motion, rest, finished } = moving();
  motion.zoom(2, [100, 100]);
  rest();
  motion.move([50, 0]);
  await finished();
  expect(motion.view).toEqual({ scale: 1, x: 50, y: 0 });
  rest();
  expect(drawn).toEqual([
    { scale: 2, x: -100, y: -100 },
    { scale: 1, x: 50, y: 0 },
  ]);
});

test('the point under the pointer keeps its place, and the zoom stays in its range', () => {
  const { motion } = moving();
  motion.zoom(2, [400, 200]);
  motion.zoom(2, [400, 200]);
  expect(motion.view).toEqual({ scale: 2.5, x: -600, y: -300 });
  motion.zoom(2, [400, 200]);
  expect(motion.view.scale).toBe(2.5);
});

test('a held picture is drawn anew only if much of the frame is empty', () => {
  const { drawn, motion, rest } = moving();
  motion.hold(true);
  motion.move([300, 0]);
  rest();
  expect(drawn).toEqual([]);
  motion.move([200, 0]);
  expect(drawn).toEqual([{ scale: 1, x: 500, y: 0 }]);
});

test('the picture loses its place when the library moves it by itself', () => {
  const { picture, drawn, motion, rest } = moving();
  motion.move([300, 0]);
  motion.reset();
  expect(picture.style.transform).toBe('');
  rest();
  expect(drawn).toEqual([]);
});
