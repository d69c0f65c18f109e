import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { ImportFailure } from '../../graph';
import { ApiError } from '../../platform/http/errors';
import { PROVIDERS } from '../providers';
import { readBundle } from '../read-bundle';
import type { BundleTask, FactList, WorkerMessage } from './read-in-worker';

/** Unpacks and parses one bundle, away from the thread that answers requests. */
const port = parentPort;
if (!port) throw new Error('bundle-worker runs as a worker thread only');

/** Items in one message. */
const SLICE = 2000;

/** Minimum time between two messages about the progress, ms. */
const PROGRESS_STEP = 200;

const LISTS: readonly FactList[] = ['entities', 'relations', 'policies', 'usage', 'events', 'warnings'];

async function send(message: WorkerMessage): Promise<void> {
  const answered = once(port as NonNullable<typeof port>, 'message');
  port?.postMessage(message);
  await answered;
}

async function read({ path, fileName, cloudType, tenantId, accountId, takenAt }: BundleTask): Promise<void> {
  const provider = PROVIDERS[cloudType];
  if (!provider) throw new ImportFailure(`This release cannot evaluate bundles of type ${cloudType}.`);
  let told = 0;
  const bundle = await readBundle(path, fileName, provider.newReader(), async (done) => {
    if (Date.now() - told < PROGRESS_STEP) return;
    told = Date.now();
    await send({ kind: 'progress', done });
  });
  await send({ kind: 'read', warnings: bundle.warnings });
  const facts = bundle.normalise(tenantId, accountId, takenAt);
  for (const list of LISTS) {
    for (let start = 0; start < facts[list].length; start += SLICE) {
      await send({ kind: 'slice', list, items: facts[list].slice(start, start + SLICE) });
    }
  }
  const { cloudType: cloud, accountId: account, usageSince } = facts;
  port?.postMessage({ kind: 'facts', facts: { cloudType: cloud, accountId: account, usageSince } } satisfies WorkerMessage);
}

try {
  await read(workerData as BundleTask);
} catch (error) {
  if (!(error instanceof ImportFailure) && !(error instanceof ApiError)) throw error;
  port.postMessage({ kind: 'refused', message: error instanceof ApiError ? error.userMessage : error.message } satisfies WorkerMessage);
}
