import type { Phase } from '@cam/contracts/server';
import { ProviderError } from './http/provider-error';
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
  /** What to grant so that it can be read, a sentence. */
  grant: string;
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
  /** Called as parts begin and end: `done` parts of this phase of `all`. */
  progress: (phase: PullPhase, done: number, all: number) => Promise<void>;
}

/** One pull of one account. What a provider refuses or fails to give is kept with what to grant, and the rest goes on. */
export class Pull {
  readonly #outcome: PullOutcome = { warnings: [], read: [], denied: [], failed: [], failure: null };

  constructor(readonly options: PullOptions) {}

  get staging(): Staging {
    return this.options.staging;
  }

  get outcome(): PullOutcome {
    return this.#outcome;
  }

  /** Reads parts in their order, those of one phase as one step of the progress. */
  async parts(parts: readonly (PullPart & { read: () => Promise<void> })[]): Promise<void> {
    for (const part of parts) {
      const ofPhase = parts.filter(({ phase }) => phase === part.phase);
      await this.options.progress(part.phase, ofPhase.indexOf(part), ofPhase.length);
      await this.#part(part);
      if (this.#outcome.failure !== null) return;
    }
  }

  /** Keeps something that the person should know, though all was read. */
  warn(file: string, message: string, place: string | null = null): void {
    this.#outcome.warnings.push({ file, place, message });
  }

  async #part(part: PullPart & { read: () => Promise<void> }): Promise<void> {
    const { name, essential, grant } = part;
    try {
      await part.read();
      this.#outcome.read.push(name);
    } catch (error) {
      this.options.signal.throwIfAborted();
      if (!(error instanceof ProviderError)) throw error;
      const isFailed = error.fault === 'failed';
      this.#outcome[isFailed ? 'failed' : 'denied'].push(name);
      const message = `${error.message.replace(/\.?$/, '.')} ${isFailed ? 'It is asked for again with the next pull.' : grant}`;
      if (essential) this.#outcome.failure = message;
      else this.warn(name, message);
    }
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
