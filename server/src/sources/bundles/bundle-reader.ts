import type { ChangeEdit, CloudType } from '@cam/contracts/server';
import { ImportFailure, type SourceFacts, type Warning } from '../../graph';
import { Limiter } from '../../platform/async/limiter';
import { WorkerLimitReached, WorkerPool, type WorkerLimits } from '../../platform/async/worker-pool';

/** The largest permitted bundle takes about a minute. JSON of 128 MB takes about seven times its size while it is read. */
const LIMITS: WorkerLimits = { time: 15 * 60_000, memory: 4096 };

/** Bundles that are read side by side, each in a thread of its own. */
const AT_ONCE = 2;

/** The bundle that a worker reads. */
export interface BundleTask {
  path: string;
  fileName: string;
  cloudType: CloudType;
  tenantId: string;
  accountId: string;
  takenAt: Date;
  /** Changes to make to the bundle first. With edits, no usage and no events are made: a change of policies has none. */
  edits?: readonly ChangeEdit[];
}

/** Lists of facts are sent in slices, so that the main thread unpacks a little at a time and serves other requests in between. */
export type FactList = 'entities' | 'relations' | 'policies' | 'usage' | 'events' | 'warnings';

/** A message of the worker while it reads. */
export type BundleMessage =
  | { kind: 'progress'; done: number }
  | { kind: 'read'; warnings: Warning[] }
  | { kind: 'slice'; list: FactList; items: unknown[] };

/** The facts that are not sent in slices, or a reason for the user. */
export type BundleAnswer = { facts: Omit<SourceFacts, FactList> } | { refused: string };

export interface BundleSteps {
  /** Receives the fraction that is read, 0 to 1. */
  progress: (done: number) => Promise<void>;
  /** Receives the faults of the files, before the facts are made. */
  read: (warnings: Warning[]) => Promise<void>;
}

/** Reads bundles in threads of their own: unpacks and parses their files, and makes the facts. */
export class BundleReader {
  readonly #pool: WorkerPool;
  readonly #turns = new Limiter(AT_ONCE);

  /** @param worker the built file of bundle-worker.ts */
  constructor(worker: URL) {
    this.#pool = new WorkerPool(worker, LIMITS);
  }

  /** @throws ImportFailure with a reason for the user */
  async read(task: BundleTask, steps: BundleSteps): Promise<SourceFacts> {
    const lists: Record<FactList, unknown[]> = { entities: [], relations: [], policies: [], usage: [], events: [], warnings: [] };
    const receive = async (message: BundleMessage): Promise<void> => {
      if (message.kind === 'progress') await steps.progress(message.done);
      else if (message.kind === 'read') await steps.read(message.warnings);
      else lists[message.list].push(...message.items);
    };
    const answer = await this.#turns
      .run(() => this.#pool.run<BundleAnswer, BundleMessage>(task, receive))
      .catch((error: unknown) => {
        throw error instanceof WorkerLimitReached ? new ImportFailure(reasonOf(error)) : error;
      });
    if ('refused' in answer) throw new ImportFailure(answer.refused);
    return { ...answer.facts, ...lists } as SourceFacts;
  }
}

function reasonOf({ limit }: WorkerLimitReached): string {
  return limit === 'time'
    ? `Reading the bundle took longer than ${LIMITS.time / 60_000} minutes. Split it.`
    : 'The bundle needs more memory than the server allows. Split it.';
}
