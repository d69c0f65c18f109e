import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import GraphCanvas from './GraphCanvas';
import { shapeOf } from './graph-shape';

beforeAll(() => {
  Element.prototype.setPointerCapture = () => undefined;
  // jsdom has no pointer events. Those of the mouse have all that the drawing reads, except the id of the pointer.
  window.PointerEvent ??= MouseEvent as typeof PointerEvent;
  HTMLCanvasElement.prototype.getContext = () => null;
});

const node = (id: string, type: string) => ({ id, name: id, type });
const shape = shapeOf(
  {
    nodes: [node('ada', 'USER'), node('bob', 'USER'), node('ops', 'ROLE'), node('payroll', 'OBJECT_STORE')],
    links: [
      { from: 'ada', to: 'ops', relation: 'may assume', conditions: ['MFA'] },
      { from: 'ops', to: 'payroll', relation: 'may read', conditions: [] },
      { from: 'bob', to: 'payroll', relation: 'may write', conditions: [] },
    ],
    omitted: 0,
  },
  new Set(),
);

const choose = jest.fn();
function show(chosen: string | null = null): HTMLElement {
  choose.mockClear();
  render(<GraphCanvas shape={shape} label="Access" chosen={chosen} onChoose={choose} controls={null} />);
  return screen.getByRole('img');
}

const box = (frame: HTMLElement, id: string): Element => frame.querySelector(`[data-box=${id}]`) as Element;
const active = (frame: HTMLElement): string[] =>
  [...frame.querySelectorAll<HTMLElement | SVGElement>('[data-active]')].map(({ dataset }) => dataset.box ?? dataset.line ?? '').sort();
const transformOf = (frame: HTMLElement): string => (frame.firstElementChild as HTMLElement).style.transform;
/** Presses a pointer at one place, and lets it go at another. */
function drag(target: Element, [x, y]: [number, number]): void {
  fireEvent.pointerDown(target, { button: 0, pointerId: 1, clientX: 0, clientY: 0 });
  if (x !== 0 || y !== 0) fireEvent.pointerMove(target, { buttons: 1, pointerId: 1, clientX: x, clientY: y });
  fireEvent.pointerUp(target, { button: 0, pointerId: 1, clientX: x, clientY: y });
}

test('a press on a box chooses it, and a press beside the boxes chooses none', () => {
  const frame = show();
  drag(box(frame, 'ops'), [0, 0]);
  expect(choose).toHaveBeenLastCalledWith('ops');
  drag(frame, [0, 0]);
  expect(choose).toHaveBeenLastCalledWith(null);
});

test('a drag moves the drawing and chooses nothing', async () => {
  const frame = show();
  await waitFor(() => expect(transformOf(frame)).not.toBe(''));
  const before = transformOf(frame);
  drag(box(frame, 'ops'), [30, 40]);
  await waitFor(() => expect(transformOf(frame)).not.toBe(before));
  const [x = 0, y = 0] = (before.match(/-?[\d.]+(?=px)/g) ?? []).map(Number);
  expect(transformOf(frame)).toContain(`translate(${x + 30}px, ${y + 40}px)`);
  expect(choose).not.toHaveBeenCalled();
});

test('keys move, zoom and fit the drawing, and leave shortcuts of the browser alone', async () => {
  const frame = show();
  await waitFor(() => expect(transformOf(frame)).not.toBe(''));
  const before = transformOf(frame);
  expect(fireEvent.keyDown(frame, { key: '+', ctrlKey: true })).toBe(true);
  expect(fireEvent.keyDown(frame, { key: 'ArrowLeft' })).toBe(false);
  await waitFor(() => expect(transformOf(frame)).not.toBe(before));
  const moved = transformOf(frame);
  fireEvent.keyDown(frame, { key: '+' });
  await waitFor(() => expect(transformOf(frame)).not.toBe(moved));
});

test('the pointer over a box points its paths out, and the chosen box again after it left', () => {
  const frame = show('bob');
  expect(active(frame)).toEqual(['bob', 'bob > payroll', 'payroll']);
  fireEvent.pointerOver(box(frame, 'ada'));
  expect(active(frame)).toEqual(['ada', 'ada > ops', 'ops', 'ops > payroll', 'payroll']);
  fireEvent.pointerOut(frame, { relatedTarget: document.body });
  expect(active(frame)).toEqual(['bob', 'bob > payroll', 'payroll']);
});

test('a line shows its words under the pointer, and only then', () => {
  const frame = show();
  expect(screen.queryByText('may assume')).toBeNull();
  const line = [...frame.querySelectorAll<SVGElement>('[data-line]')].find(({ dataset }) => dataset.line === 'ada > ops');
  fireEvent.pointerOver(line?.firstElementChild as Element);
  expect(screen.getByText('may assume')).toBeTruthy();
  fireEvent.pointerOut(frame, { relatedTarget: document.body });
  expect(screen.queryByText('may assume')).toBeNull();
});
