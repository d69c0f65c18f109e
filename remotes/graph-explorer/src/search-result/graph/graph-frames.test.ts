import { DrawingFrames } from './graph-frames';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A library that asks for the next frame in each frame. Returns how many it got. */
function library(frames: DrawingFrames): () => number {
  let count = 0;
  const tick = (): void => {
    count++;
    frames.request(tick);
  };
  frames.request(tick);
  return () => count;
}

test('the library gets every frame until the first change has been drawn, then none until something changes', () => {
  const frames = new DrawingFrames();
  const count = library(frames);
  jest.advanceTimersByTime(5000);
  expect(count()).toBeGreaterThan(200);
  frames.wake();
  jest.advanceTimersByTime(5000);
  const rested = count();
  jest.advanceTimersByTime(5000);
  expect(count()).toBe(rested);
  frames.wake();
  jest.advanceTimersByTime(100);
  expect(count()).toBeGreaterThan(rested);
});

test('a cancelled frame is not given', () => {
  const frames = new DrawingFrames();
  const seen = jest.fn();
  frames.cancel(frames.request(seen));
  jest.advanceTimersByTime(100);
  expect(seen).not.toHaveBeenCalled();
});
