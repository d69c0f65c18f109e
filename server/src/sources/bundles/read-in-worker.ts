import { Worker } from 'node:worker_threads';
import type { CloudType } from '@cam/contracts/server';
import { ImportFailure, type SourceFacts, type Warning } from '../../graph';

/** The longest time that reading a bundle takes, ms. The largest permitted bundle takes about a minute. */
const LIMIT = 15 * 60_000;

/** Memory of the worker, MB: JSON of 128 MB takes about seven times its size while it is read. */
const MEMORY = 4096;

/** The bundle that a worker reads. */
export interface BundleTask {
  path: string;
  fileName: string;
  cloudType: CloudType;
  tenantId: string;
  accountId: string;
  takenAt: Date;
}

/** Lists of facts are sent in slices, so that the main thread unpacks a little at a time and serves other requests in between. */
export type FactList = 'entities' | 'relations' | 'policies' | 'usage' | 'events' | 'warnings';

/** A message of the worker. It waits for an answer before the next. */
export type WorkerMessage =
  | { kind: 'progress'; done: number }
  | { kind: 'read'; warnings: Warning[] }
  | { kind: 'slice'; list: FactList; items: unknown[] }
  | { kind: 'facts'; facts: Omit<SourceFacts, FactList> }
  | { kind: 'refused'; message: string };

export interface BundleSteps {
  /** Receives the fraction that is read, 0 to 1. */
  progress: (done: number) => Promise<void>;
  /** Receives the faults of the files, before the facts are made. */
  read: (warnings: Warning[]) => Promise<void>;
}

/**
 * Reads a bundle in a thread of its own: unpacks and parses its files, and makes the facts. A hostile bundle can exhaust the time and the memory of that
 * thread only.
 * @param worker the file of bundle-worker.ts
 * @throws ImportFailure with a reason for the user
 */
export async function readInWorker(
  worker: URL,
  task: BundleTask,
  steps: BundleSteps,
  limits = { time: LIMIT, memory: MEMORY },
): Promise<SourceFacts> {
  const thread = new Worker(worker, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: limits.memory } });
  const lists: Record<FactList, unknown[]> = { entities: [], relations: [], policies: [], usage: [], events: [], warnings: [] };
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<SourceFacts>((resolve, reject) => {
      timer = setTimeout(
        () => reject(new ImportFailure(`Reading the bundle took longer than ${Math.round(limits.time / 60_000)} minutes. Split it.`)),
        limits.time,
      );
      const answer = async (message: WorkerMessage): Promise<void> => {
        if (message.kind === 'progress') await steps.progress(message.done);
        else if (message.kind === 'read') await steps.read(message.warnings);
        else if (message.kind === 'slice') lists[message.list].push(...message.items);
        else if (message.kind === 'facts') resolve({ ...message.facts, ...lists } as SourceFacts);
        else reject(new ImportFailure(message.message));
        thread.postMessage('next');
      };
      thread.on('message', (message: WorkerMessage) => void answer(message).catch(reject));
      thread.once('error', (error) =>
        reject(isOutOfMemory(error) ? new ImportFailure('The bundle needs more memory than the server allows. Split it.') : error),
      );
      thread.once('exit', (code) => reject(new Error(`the worker that reads bundles ended with code ${code}`)));
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
}
