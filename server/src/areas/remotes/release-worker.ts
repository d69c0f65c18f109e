import { parentPort, workerData } from 'node:worker_threads';
import { ApiError } from '../../platform/http/errors';
import type { Refusal } from './gate';
import { checkRelease, packed, type CheckAnswer, type CheckTask } from './release-check';

/** Unpacks and checks one release, away from the thread that answers requests. */
const port = parentPort;
if (!port) throw new Error('release-worker runs as a worker thread only');

async function answerTo(task: CheckTask): Promise<CheckAnswer> {
  try {
    const { release, files } = await checkRelease(task);
    return { release, ...packed(files) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { refused: { message: error.userMessage, refusals: (error.details as { refusals: Refusal[] }).refusals } };
  }
}

const answer = await answerTo(workerData as CheckTask);
port.postMessage(answer, 'content' in answer ? [answer.content] : []);
