import { followPointer } from './graph-pointer';
import type { GraphMotion } from './graph-motion';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A frame that has the box "ada" left of 100 px, and the line "ada > ops" right of it. */
function followed() {
  const frame = document.createElement('div');
  frame.setPointerCapture = () => undefined;
  const motion = { move: jest.fn(), zoom: jest.fn(), hold: jest.fn() };
  const [onClick, onHover] = [jest.fn(), jest.fn()];
  followPointer(frame, {
    motion: motion as unknown as GraphMotion,
    hitAt: ([x]) => (x < 100 ? { kind: 'node', id: 'ada' } : { kind: 'link', id: 'ada > ops' }),
    onClick,
    onHover,
  });
  const send = (type: string, clientX: number, clientY = 0): void => void frame.dispatchEvent(new MouseEvent(type, { clientX, clientY }));
  return { frame, motion, onClick, onHover, send };
}

test('a press without a movement chooses', () => {
  const { onClick, motion, send } = followed();
  send('pointerdown', 50);
  send('pointermove', 52);
  send('pointerup', 52);
  expect(onClick).toHaveBeenCalledWith({ kind: 'node', id: 'ada' });
  expect(motion.move).not.toHaveBeenCalled();
});

test('a press with a movement drags, from a box too, and chooses nothing', () => {
  const { onClick, onHover, motion, send } = followed();
  send('pointerdown', 50);
  send('pointermove', 60, 10);
  send('pointermove', 70, 10);
  send('pointerup', 70, 10);
  expect(motion.move.mock.calls).toEqual([[[10, 10]], [[10, 0]]]);
  expect(motion.hold.mock.calls).toEqual([[true], [false]]);
  jest.runAllTimers();
  expect(onClick).not.toHaveBeenCalled();
  expect(onHover).not.toHaveBeenCalled();
});

test('what the pointer rests on is pointed out, and what it passes is not', () => {
  const { frame, onHover, send } = followed();
  send('pointermove', 50);
  expect(frame.style.cursor).toBe('pointer');
  send('pointermove', 150);
  jest.runAllTimers();
  expect(onHover.mock.calls).toEqual([[{ kind: 'link', id: 'ada > ops' }]]);
  send('pointerleave', 150);
  jest.runAllTimers();
  expect(onHover).toHaveBeenLastCalledWith(null);
});

test('the wheel zooms about the pointer, by no more than half at once', () => {
  const { frame, motion } = followed();
  frame.dispatchEvent(new WheelEvent('wheel', { deltaY: -20, clientX: 40, clientY: 30 }));
  frame.dispatchEvent(new WheelEvent('wheel', { deltaY: 4000, clientX: 40, clientY: 30 }));
  expect(motion.zoom.mock.calls).toEqual([
    [1.2, [40, 30]],
    [0.5, [40, 30]],
  ]);
});
