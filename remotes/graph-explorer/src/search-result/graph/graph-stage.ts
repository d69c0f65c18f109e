import { centredOn, fitView, movedBy, zoomedAt, type GraphView } from './graph-view';

/** The distance that an arrow key moves the drawing, in pixels, and the zoom factor of a key. */
const STEP = 60;
const ZOOM_FACTOR = 1.25;
/** The zoom factor of a wheel, for each pixel that it scrolls. */
const WHEEL = 1.0015;
/** A press that moves less than this is a click, px. */
const CLICK = 4;
/** The drawing rests after this time without a movement, ms. */
const REST = 180;

const MOVES: Record<string, readonly [number, number]> = { ArrowLeft: [STEP, 0], ArrowRight: [-STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] };

type Point = readonly [x: number, y: number];

interface Parts {
  /** The frame, which takes the events. */
  frame: HTMLElement;
  /** The drawing, which is larger or smaller than its frame. */
  world: HTMLElement;
  /** The mark of the shown part in the overview; null without one. */
  mask: HTMLElement | null;
  /** Width and height of the drawing, px. */
  size: Point;
}

/**
 * Moves a drawing in its frame, by pointer, wheel and keys. Each movement changes a transform only, once for each frame of the screen: the browser moves
 * the picture that it has, and draws it anew at its new scale when the movement rests.
 */
export class GraphStage {
  #view: GraphView = { x: 0, y: 0, zoom: 1 };
  #frame = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  readonly #pointers = new Map<number, Point>();
  /** The distance of a press so far, px. */
  #moved = 0;
  readonly #abort = new AbortController();

  /** @param onPress called with what a click or tap hit */
  constructor(
    private readonly parts: Parts,
    onPress: (target: Element) => void,
  ) {
    const { frame, mask } = parts;
    const options = { signal: this.#abort.signal };
    frame.addEventListener('pointerdown', (event) => this.#down(event), options);
    frame.addEventListener('pointermove', (event) => this.#move(event), options);
    frame.addEventListener(
      'pointerup',
      (event) => {
        if (this.#pointers.delete(event.pointerId) && this.#moved < CLICK && event.target instanceof Element) onPress(event.target);
      },
      options,
    );
    frame.addEventListener('pointercancel', ({ pointerId }) => void this.#pointers.delete(pointerId), options);
    frame.addEventListener('wheel', (event) => this.#wheel(event), { ...options, passive: false });
    frame.addEventListener('keydown', (event) => this.#key(event), options);
    mask?.parentElement?.addEventListener('pointerdown', (event) => this.#turnTo(event), options);
    mask?.parentElement?.addEventListener('pointermove', (event) => event.buttons > 0 && this.#turnTo(event), options);
  }

  /** Width and height of the frame, px. */
  get frameSize(): Point {
    return [this.parts.frame.clientWidth, this.parts.frame.clientHeight];
  }

  show(view: GraphView): void {
    this.#view = view;
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  fit(): void {
    this.show(fitView(this.parts.size, this.frameSize));
  }

  zoom(factor: number): void {
    const [width, height] = this.frameSize;
    this.show(zoomedAt(this.#view, factor, [width / 2, height / 2]));
  }

  end(): void {
    this.#abort.abort();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#rest);
  }

  #draw(): void {
    this.#frame = 0;
    const { world, mask, size } = this.parts;
    const { x, y, zoom } = this.#view;
    if (world.dataset.moving === undefined) world.dataset.moving = '';
    world.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => delete world.dataset.moving, REST);
    const map = mask?.parentElement;
    if (!mask || !map) return;
    const [width, height] = this.frameSize;
    const scale = Math.min(map.clientWidth / size[0], map.clientHeight / size[1]) / zoom;
    mask.style.width = `${width * scale}px`;
    mask.style.height = `${height * scale}px`;
    const [left, top] = overviewEdge(map, size);
    mask.style.transform = `translate(${left - x * scale}px, ${top - y * scale}px)`;
  }

  #at({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left, top } = this.parts.frame.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0 || this.#isInOverview(event)) return;
    if (this.#pointers.size === 0) this.#moved = 0;
    this.#pointers.set(event.pointerId, this.#at(event));
  }

  #move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = this.#at(event);
    const by: Point = [now[0] - before[0], now[1] - before[1]];
    this.#pointers.set(event.pointerId, now);
    this.#moved += Math.hypot(...by);
    // From here on the press is no click, so the frame keeps the pointer beyond its edge.
    if (this.#moved >= CLICK) this.parts.frame.setPointerCapture(event.pointerId);
    const [other] = [...this.#pointers].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]));
    if (!other) return this.show(movedBy(this.#view, by));
    // Two fingers: their middle moves the drawing, and their distance scales it.
    const distance = (point: Point): number => Math.max(1, Math.hypot(point[0] - other[0], point[1] - other[1]));
    const middle: Point = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
    this.show(zoomedAt(movedBy(this.#view, [by[0] / 2, by[1] / 2]), distance(now) / distance(before), middle));
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    this.show(zoomedAt(this.#view, WHEEL ** -event.deltaY, this.#at(event)));
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = MOVES[event.key];
    if (move) this.show(movedBy(this.#view, move));
    else if (event.key === '+' || event.key === '-') this.zoom(event.key === '+' ? ZOOM_FACTOR : 1 / ZOOM_FACTOR);
    else if (event.key === '0') this.fit();
    else return;
    event.preventDefault();
  }

  #isInOverview({ target }: Event): boolean {
    return target instanceof Element && (this.parts.mask?.parentElement?.contains(target) ?? false);
  }

  /** Shows what is under the pointer in the overview. */
  #turnTo(event: PointerEvent): void {
    const map = this.parts.mask?.parentElement;
    if (!map) return;
    const { size } = this.parts;
    const { left, top } = map.getBoundingClientRect();
    const [edgeX, edgeY] = overviewEdge(map, size);
    const scale = Math.min(map.clientWidth / size[0], map.clientHeight / size[1]);
    this.show(centredOn(this.#view, [(event.clientX - left - edgeX) / scale, (event.clientY - top - edgeY) / scale], this.frameSize));
  }
}

/** Returns the left and upper edge of the drawing in the overview, px: it stands in the middle. */
function overviewEdge(map: HTMLElement, [width, height]: Point): Point {
  const scale = Math.min(map.clientWidth / width, map.clientHeight / height);
  return [(map.clientWidth - width * scale) / 2, (map.clientHeight - height * scale) / 2];
}
