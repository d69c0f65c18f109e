import type { PlacedGraph } from './graph-boxes';
import { pathsThrough } from './graph-shape';

/** Points out boxes and lines of a drawing. Each change touches only elements that look different after it. */
export class GraphPointing {
  readonly #elements: ReadonlyMap<string, HTMLElement | SVGElement>;
  #shown: ReadonlySet<string> = new Set();

  constructor(
    private readonly world: HTMLElement,
    private readonly placed: PlacedGraph,
  ) {
    const all = [...world.querySelectorAll<HTMLElement | SVGElement>('[data-box], [data-line]')];
    this.#elements = new Map(all.map((element) => [element.dataset.box ?? element.dataset.line ?? '', element]));
  }

  /** Lets the paths through a box stand out, and the others step back. @param box its id; null for none */
  pointOut(box: string | null): void {
    const found = box === null ? new Set<string>() : pathsThrough(this.placed, box);
    for (const id of this.#shown) if (!found.has(id)) delete this.#elements.get(id)?.dataset.active;
    for (const id of found) {
      const element = this.#elements.get(id);
      if (element) element.dataset.active = '';
    }
    this.#shown = found;
    if (box === null) delete this.world.dataset.pointed;
    else this.world.dataset.pointed = '';
  }
}
