import type { Phase } from '@cam/contracts/server';
import { forEachOf } from '../../platform/async/limiter';
import { ProviderError } from './http/provider-error';
import type { Notices } from './notices';
import type { Staging } from './staging';

/** Phases in which a connector reads from its provider. */
export type PullPhase = Extract<Phase, 'PHASE_PULL_IDENTITIES' | 'PHASE_PULL_RESOURCES' | 'PHASE_PULL_USAGE'>;

/** A unit of a pull: read completely, or not at all. */
export interface PullPart {
  /** Unique name within the account, after the bundle's files, with the region in front. */
  name: string;
  phase: PullPhase;
  /** Without this part, the account cannot be evaluated. */
  essential?: boolean;
  /** The part that lists the subjects of this one. If that part is missing, this one is skipped without a warning. */
  dependsOn?: string;
  /** Set on parts that every region has. The same refusal in several regions becomes one row of the errors table. */
  region?: string;
  /** The permission to grant, as one sentence. */
  grant: string | ((refused: ProviderError) => string);
}

/** A part with its read function. */
export interface ReadPart extends PullPart {
  read: () => Promise<void>;
}

/** A row of the errors table about a part that could not be read. */
export interface PullWarning {
  /** Name of the part. */
  file: string;
  place: string | null;
  message: string;
}

export interface PullOutcome {
  warnings: PullWarning[];
  /** Names of the parts that were read completely, that the provider denied, and whose requests failed. */
  read: string[];
  denied: string[];
  failed: string[];
  /** Why the account cannot be evaluated, as one sentence. Null if it can. */
  failure: string | null;
}

export interface PullOptions {
  staging: Staging;
  /** The log window. */
  since: Date;
  until: Date;
  signal: AbortSignal;
  /** Stored notices of the connection about new logs. Absent if the connection has no queue. */
  notices?: Notices;
  /** Called as parts start and end, with the finished and total parts of the phase. */
  progress: (phase: PullPhase, done: number, all: number) => Promise<void>;
}

/** One pull of one account. Parts that are denied or fail become warnings with the permission to grant, and the pull continues. */
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

  /**
   * Reads parts in order. Each phase reports its progress separately. If an essential part is missing, no further part starts.
   * @param atOnce parts to read in parallel
   */
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

  /** Registers work for after the bundle is stored. */
  onHandOver(work: () => Promise<void>): void {
    this.#afterwards.push(work);
  }

  /** Runs the registered work. Call it when the bundle is stored. */
  async runHandOverTasks(): Promise<void> {
    for (const work of this.#afterwards) await work();
  }

  /** Adds a warning about data that was read. */
  warn(file: string, message: string, place: string | null = null): void {
    this.#outcome.warnings.push({ file, place, message });
  }

  async #part(part: ReadPart): Promise<void> {
    const { name, essential, grant, dependsOn: of, region } = part;
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
      const message = `${error.message.replace(/\.?$/, '.')} ${isFailed ? 'The next pull retries it.' : typeof grant === 'string' ? grant : grant(error)}`;
      if (essential) this.#outcome.failure = message;
      else if (region === undefined) this.warn(name, message);
      else this.#warnOfRegion(name.slice(region.length + 1) || 'regions', region, message);
    }
  }

  /** Merges equal warnings of several regions: the first warning stands, and its place names all regions. */
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

/** Ignores that a resource was deleted between being listed and being read. */
export async function unlessGone(read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof ProviderError) || error.fault !== 'gone') throw error;
  }
}
