import type { BuildResult, SourceImport } from './build-snapshot';

/** Entities of the imports that are built together, unless a single one has more. All of their facts are in memory meanwhile. */
const MOST_ENTITIES = 40_000;

/** Imports that are built together. */
const MOST = 16;

/** An import that waits to be built, with those that wait for its result. */
export interface WaitingImport {
  one: SourceImport;
  settle: { resolve: (result: BuildResult | null) => void; reject: (error: unknown) => void };
}

/** The longest time that a build waits for imports which are still read, ms. */
const PATIENCE = 10_000;

/** The imports of a tenant that wait to be built, in the order of their arrival. */
export class ImportQueue {
  #waiting: WaitingImport[] = [];
  /** Imports whose facts are still read. */
  #coming = 0;
  /** Called when one arrived, or does not come. */
  #onChange: () => void = () => undefined;

  /** Returns whether an import still waits to be built. */
  has(one: SourceImport): boolean {
    return this.#waiting.some((waiting) => waiting.one === one);
  }

  /** Announces an import whose facts are read now. Call the result when it was added, or does not come. */
  announce(): () => void {
    let isComing = true;
    this.#coming += 1;
    return () => {
      this.#coming -= Number(isComing);
      isComing = false;
      this.#onChange();
    };
  }

  /** Waits a while for the announced imports, unless enough wait for a build already. One at a time may wait. */
  async gather(): Promise<void> {
    const isEnough = (): boolean => this.#coming === 0 || this.#waiting.length >= MOST;
    if (isEnough()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PATIENCE);
      this.#onChange = () => {
        if (!isEnough()) return;
        clearTimeout(timer);
        resolve();
      };
    });
    this.#onChange = () => undefined;
  }

  /** Adds an import. Resolves when it was built. */
  add(one: SourceImport): Promise<BuildResult | null> {
    return new Promise((resolve, reject) => this.#waiting.push({ one, settle: { resolve, reject } }));
  }

  /**
   * Removes and returns the imports to build next: the longest waiting ones that may share a snapshot. A snapshot has one day, tells of no source twice,
   * and is either the first one of all of its sources or of none, so that the age of what it adds is known.
   */
  take(): WaitingImport[] {
    const taken: WaitingImport[] = [];
    for (let entities = 0; taken.length < MOST;) {
      const [next] = this.#waiting;
      if (!next) break;
      entities += next.one.facts.entities.length;
      if (taken.length > 0 && (entities > MOST_ENTITIES || !taken.every((other) => mayShare(next.one, other.one)))) break;
      taken.push(next);
      this.#waiting.shift();
    }
    return taken;
  }
}

function mayShare(one: SourceImport, other: SourceImport): boolean {
  return one.source.sourceUid !== other.source.sourceUid && dayOf(one) === dayOf(other) && one.isFirst === other.isFirst;
}

/** Returns the day of an import, in UTC. */
function dayOf({ takenAt }: SourceImport): string {
  return takenAt.toISOString().slice(0, 10);
}
