import { pathsThrough, type GraphShape } from './graph-shape';

type State = 'active' | 'inactive' | null;

/** Points out boxes and lines. Each change names only those that look different after it, because each costs the library a new style. */
export class GraphPointing {
  readonly #states = new Map<string, State>();
  #box: string | null = null;
  #line: string | null = null;
  #isGone = false;

  /** @param change receives the states of changed boxes and lines by id */
  constructor(
    private readonly shape: GraphShape,
    private readonly change: (states: Record<string, string[]>) => void,
  ) {}

  /** Lets the paths through a box stand out, and the others step back. @param box its id; null for none */
  pointOut(box: string | null): void {
    if (box !== this.#box) this.#show(box, this.#line);
  }

  /** Shows the words of a line. @param line its id; null for none */
  showWords(line: string | null): void {
    if (line !== this.#line) this.#show(this.#box, line);
  }

  /** Changes nothing any more. */
  end(): void {
    this.#isGone = true;
  }

  #show(box: string | null, line: string | null): void {
    if (this.#isGone) return;
    [this.#box, this.#line] = [box, line];
    const found = box === null ? null : pathsThrough(this.shape, box);
    const changed: Record<string, string[]> = {};
    for (const { id } of [...this.shape.nodes, ...this.shape.links]) {
      const state: State = id === line || found?.has(id) ? 'active' : found ? 'inactive' : null;
      if (state === (this.#states.get(id) ?? null)) continue;
      this.#states.set(id, state);
      changed[id] = state === null ? [] : [state];
    }
    if (Object.keys(changed).length > 0) this.change(changed);
  }
}
