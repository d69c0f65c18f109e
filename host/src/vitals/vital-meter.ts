import type { RemoteId, RemoteVital } from '@cam/contracts';

/** One interaction in so many is left out as an outlier, as the definition of INP says. */
const INTERACTIONS_PER_OUTLIER = 50;

/** A release whose page is visible. */
export interface VisibleRelease {
  id: RemoteId;
  version: string;
}

interface Interactions extends VisibleRelease {
  /** The longest time of each interaction by its id, ms. */
  times: Map<number, number>;
}

/** Collects the web vitals of the releases that this tab shows. */
export class VitalMeter {
  #paint: { release: VisibleRelease; ms: number } | null = null;
  #isPainted = false;
  readonly #interactions = new Map<string, Interactions>();

  /** Notes a paint that is larger than those before. Only the paints before the first input count. */
  notePaint(release: VisibleRelease, ms: number): void {
    if (!this.#isPainted) this.#paint = { release, ms };
  }

  /** Ends the measurement of paints: users scroll and click, so later paints say nothing about the load. */
  endPaints(): void {
    this.#isPainted = true;
  }

  /** Notes one event of an interaction. An interaction takes as long as its longest event. */
  noteInteraction(release: VisibleRelease, interaction: number, ms: number): void {
    const key = `${release.id}@${release.version}`;
    const known = this.#interactions.get(key) ?? { ...release, times: new Map<number, number>() };
    known.times.set(interaction, Math.max(ms, known.times.get(interaction) ?? 0));
    this.#interactions.set(key, known);
  }

  /** Returns what was measured since the last call. A tab has one largest paint. */
  take(): RemoteVital[] {
    this.endPaints();
    const paint = this.#paint ? [{ ...this.#paint.release, metric: 'lcp' as const, ms: Math.round(this.#paint.ms) }] : [];
    const interactions = [...this.#interactions.values()].map(({ id, version, times }) => {
      const longest = [...times.values()].sort((one, other) => other - one);
      return { id, version, metric: 'inp' as const, ms: Math.round(longest[Math.floor(longest.length / INTERACTIONS_PER_OUTLIER)] ?? 0) };
    });
    this.#paint = null;
    this.#interactions.clear();
    return [...paint, ...interactions];
  }
}
