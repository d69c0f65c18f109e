import { serveTasks, type TaskOutcome } from '../../platform/async/worker-tasks';
import { ApiError } from '../../platform/http/errors';
import type { Refusal } from './gate';
import { checkRelease, packed, type CheckAnswer, type CheckTask } from './release-check';

/** Unpacks and checks releases, away from the thread that answers requests. */
serveTasks<CheckTask, CheckAnswer>(async (task): Promise<TaskOutcome<CheckAnswer>> => {
  try {
    const { release, files } = await checkRelease(task);
    const { content, files: listed } = packed(files);
    return { value: { release, content, files: listed }, moved: [content] };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { value: { refused: { message: error.userMessage, refusals: (error.details as { refusals: Refusal[] }).refusals } } };
  }
});
