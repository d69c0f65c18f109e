import type { Phase } from '@cam/contracts/server';
import { forEachOf } from './http/limiter';
import { ProviderError } from './http/provider-error';
import type { Notices } from './notices';
import type { Staging } from './staging';

/** Phases in which a connector asks its provider. */
export type PullPhase = Extract<Phase, 'PHASE_PULL_IDENTITIES' | 'PHASE_PULL_RESOURCES' | 'PHASE_PULL_USAGE'>;

/** Something that a pull reads as one: it is there as a whole, or not at all. */
export interface PullPart {
  /** Of its own among the parts of an account, as the files of the bundle are called; a region stands in front. */
  name: string;
  phase: PullPhase;
  /** Without it nothing can be said of the account. */
  essential?: boolean;
  /** The part that lists what this one asks about: where that was not to be had, there is nothing to ask, and nothing more to say. */
  of?: string;
  /** Of a part that each region has: what is refused in many is one line of the errors table. */
  region?: string;
  /** What to grant so that it can be read, a sentence. */
  grant: string | ((refused: ProviderError) => string);
}

/** A part, with how it is read. */
export interface ReadPart extends PullPart {
  read: () => Promise<void>;
}

/** What could not be read, as a line of the errors table. */
export interface PullWarning {
  /** The part. */
  file: string;
  place: string | null;
  message: string;
}

export interface PullOutcome {
  warnings: PullWarning[];
  /** Parts that were read to their end, those that were refused, and those that the provider failed to give. */
  read: string[];
  denied: string[];
  failed: string[];
  /** Why the account cannot be shown at all, a sentence; null: it can. */
  failure: string | null;
}

export interface PullOptions {
  staging: Staging;
  /** Logs are asked for from here on, and up to here. */
  since: Date;
  until: Date;
  signal: AbortSignal;
  /** Of the connection: what was told of new logs and is not read yet. Absent: nobody listens. */
  notices?: Notices;
  /** Called as parts begin and end: `done` parts of this phase of `all`. */
  progress: (phase: PullPhase, done: number, all: number) => Promise<void>;
}

/** One pull of one account. What a provider refuses or fails to give is kept with what to grant, and the rest goes on. */
export class Pull {
  readonly #outcome: PullOutcome = { warnings: [], read: [], denied: [], failed: [], failure: null };
  readonly #afterwards: (() => Promise<void>)[] = [];

  constructor(readonly options: PullOptions) {}

  get staging(): Staging {
    return this.options.staging;
  }

  get outcome(): PullOutcome {
    return this.#outcome;
  }

  /** Reads parts in their order, so many at once, those of one phase as one step of the progress. After an essential one that is not to be had, no other begins. */
  async parts(parts: readonly ReadPart[], atOnce = 1): Promise<void> {
    const all = new Map<PullPhase, number>();
    for (const { phase } of parts) all.set(phase, (all.get(phase) ?? 0) + 1);
    const done = new Map<PullPhase, number>();
    await forEachOf(parts, atOnce, async (part) => {
      if (this.#outcome.failure !== null) return;
      const before = done.get(part.phase) ?? 0;
      await this.options.progress(part.phase, before, all.get(part.phase) ?? 1);
      await this.#part(part);
      done.set(part.phase, (done.get(part.phase) ?? 0) + 1);
    });
  }

  /** Does something once what was read is kept for good. */
  afterwards(work: () => Promise<void>): void {
    this.#afterwards.push(work);
  }

  /** What was read is kept for good. */
  async kept(): Promise<void> {
    for (const work of this.#afterwards) await work();
  }

  /** Keeps something that the person should know, though all was read. */
  warn(file: string, message: string, place: string | null = null): void {
    this.#outcome.warnings.push({ file, place, message });
  }

  async #part(part: ReadPart): Promise<void> {
    const { name, essential, grant, of, region } = part;
    const lacking = (['denied', 'failed'] as const).find((fault) => of !== undefined && this.#outcome[fault].includes(of));
    if (lacking) return void this.#outcome[lacking].push(name);
    try {
      await part.read();
      this.#outcome.read.push(name);
    } catch (error) {
      this.options.signal.throwIfAborted();
      if (!(error instanceof ProviderError)) throw error;
      const isFailed = error.fault === 'failed';
      this.#outcome[isFailed ? 'failed' : 'denied'].push(name);
      const message = `${error.message.replace(/\.?$/, '.')} ${isFailed ? 'It is asked for again with the next pull.' : typeof grant === 'string' ? grant : grant(error)}`;
      if (essential) this.#outcome.failure = message;
      else if (region === undefined) this.warn(name, message);
      else this.#warnOfRegion(name.slice(region.length + 1) || 'regions', region, message);
    }
  }

  /** The same of several regions is said once: of the first, with the others named. */
  #warnOfRegion(file: string, region: string, message: string): void {
    const plain = (text: string, place: string): string => text.replaceAll(place, '');
    const known = this.#outcome.warnings.find(
      (warning) =>
        warning.file === file && warning.place !== null && plain(warning.message, warning.place.split(', ')[0] ?? '') === plain(message, region),
    );
    if (known) known.place = `${known.place}, ${region}`;
    else this.warn(file, message, region);
  }
}

/** Goes on where the thing asked about was deleted between being listed and being asked for. */
export async function unlessGone(read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof ProviderError) || error.fault !== 'gone') throw error;
  }
}
