import { ImportFailure } from '../../graph';
import { serveTasks, type TaskOutcome } from '../../platform/async/worker-tasks';
import { ApiError } from '../../platform/http/errors';
import { PROVIDERS } from '../providers';
import { readBundle } from '../read-bundle';
import type { BundleAnswer, BundleMessage, BundleTask, FactList } from './bundle-reader';

/** Items in one message. */
const SLICE = 2000;

/** Minimum time between two messages about the progress, ms. */
const PROGRESS_STEP = 200;

const LISTS: readonly FactList[] = ['entities', 'relations', 'policies', 'usage', 'events', 'warnings'];

async function read(
  { path, fileName, cloudType, tenantId, accountId, takenAt, edits }: BundleTask,
  send: (message: BundleMessage) => Promise<void>,
): Promise<BundleAnswer> {
  const provider = PROVIDERS[cloudType];
  if (!provider) throw new ImportFailure(`This release cannot evaluate bundles of type ${cloudType}.`);
  let told = 0;
  const bundle = await readBundle(path, fileName, provider.newReader(), async (done) => {
    if (Date.now() - told < PROGRESS_STEP) return;
    told = Date.now();
    await send({ kind: 'progress', done });
  });
  await send({ kind: 'read', warnings: bundle.warnings });
  const facts = bundle.normalise(tenantId, accountId, takenAt, edits);
  for (const list of edits ? LISTS.filter((one) => one !== 'usage' && one !== 'events') : LISTS) {
    for (let start = 0; start < facts[list].length; start += SLICE) {
      await send({ kind: 'slice', list, items: facts[list].slice(start, start + SLICE) });
    }
  }
  const { cloudType: cloud, accountId: account, usageSince } = facts;
  return { facts: { cloudType: cloud, accountId: account, usageSince } };
}

/** Unpacks and parses bundles, away from the thread that answers requests. */
serveTasks<BundleTask, BundleAnswer, BundleMessage>(async (task, send): Promise<TaskOutcome<BundleAnswer>> => {
  try {
    return { value: await read(task, send) };
  } catch (error) {
    if (!(error instanceof ImportFailure) && !(error instanceof ApiError)) throw error;
    return { value: { refused: error instanceof ApiError ? error.userMessage : error.message } };
  }
});
