import { AS_DRAWN, between, movedBy, scaledBy, type View } from './graph-view';

/** A drawing is drawn anew when it has rested for this time, ms. */
const REST = 150;
/** The share of the frame that may be empty at an edge while the picture moves. */
const MOST_EMPTY = 0.4;

/** The pictures of a drawing, which move, and the library that drew them. */
export interface MovingDrawing {
  /** The pictures, one above the other. */
  pictures: readonly HTMLElement[];
  /** Returns width and height of the frame, px. */
  size: () => readonly [number, number];
  /** Returns the zoom at which the library draws. */
  zoom: () => number;
  /** The least and the largest zoom. */
  zoomRange: readonly [number, number];
  /** Draws from another view on. Resolves when the picture is there, before the browser shows it. */
  draw: (view: View) => Promise<void>;
}

/**
 * Moves and scales the picture of a drawing, and lets the library draw anew when it rests. The library needs tens of milliseconds to draw hundreds of
 * boxes, so it cannot do that in each frame.
 */
export class GraphMotion {
  /** How the picture is shown now. */
  #view = AS_DRAWN;
  #zoom: number | null = null;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #isHeld = false;
  #isDrawing = false;
  #isGone = false;

  constructor(private readonly drawing: MovingDrawing) {}

  /** How the picture differs now from what the library has drawn. */
  get view(): View {
    return this.#view;
  }

  /** Moves the picture by so many px. */
  move(by: readonly [number, number]): void {
    this.#show(movedBy(this.#view, by));
  }

  /**
   * Scales the picture, as far as the range of zoom allows.
   * @param about the point of the frame that keeps its place; without one, the middle
   */
  zoom(factor: number, about?: readonly [number, number]): void {
    const [width, height] = this.drawing.size();
    const [least, most] = this.drawing.zoomRange;
    this.#zoom ??= this.drawing.zoom();
    const now = this.#zoom * this.#view.scale;
    this.#show(scaledBy(this.#view, Math.min(most, Math.max(least, now * factor)) / now, about ?? [width / 2, height / 2]));
  }

  /** Draws nothing anew while the user holds the picture, unless much of the frame would be empty. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#waitForRest();
  }

  /** Shows the picture as it was drawn, before the library moves it by itself. */
  reset(): void {
    clearTimeout(this.#rest);
    this.#view = AS_DRAWN;
    this.#zoom = null;
    this.#place();
  }

  /** Changes nothing any more. */
  end(): void {
    this.#isGone = true;
    clearTimeout(this.#rest);
  }

  #show(view: View): void {
    this.#view = view;
    this.#place();
    if (this.#isMostlyEmpty()) void this.#draw();
    else this.#waitForRest();
  }

  #isMostlyEmpty(): boolean {
    const { scale, x, y } = this.#view;
    const [width, height] = this.drawing.size();
    const gap = (start: number, size: number): number => Math.max(start, size - (start + scale * size)) / size;
    return gap(x, width) > MOST_EMPTY || gap(y, height) > MOST_EMPTY;
  }

  #waitForRest(): void {
    clearTimeout(this.#rest);
    if (!this.#isHeld) this.#rest = setTimeout(() => void this.#draw(), REST);
  }

  async #draw(): Promise<void> {
    const from = this.#view;
    if (this.#isDrawing || (from.scale === 1 && from.x === 0 && from.y === 0)) return;
    this.#isDrawing = true;
    // After a drawing that failed, the next rest tries again.
    try {
      await this.drawing.draw(from);
    } finally {
      this.#isDrawing = false;
    }
    if (this.#isGone) return;
    this.#zoom = null;
    // The picture may have moved on in the meantime.
    this.#view = between(from, this.#view);
    this.#place();
    this.#waitForRest();
  }

  #place(): void {
    const { scale, x, y } = this.#view;
    for (const { style } of this.drawing.pictures) style.transform = this.#view === AS_DRAWN ? '' : `matrix(${scale}, 0, 0, ${scale}, ${x}, ${y})`;
  }
}
