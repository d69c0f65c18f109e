import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../../build/root';
import type { StandInStatus } from './stand-in-process';

export interface StandInProcess {
  url: string;
  status: () => Promise<StandInStatus>;
  stop: () => void;
}

/** Starts the stand-in in a separate process. */
export async function startStandIn(): Promise<StandInProcess> {
  const child = fork(join(ROOT, 'scripts/bench/connectors/stand-in-process.ts'), { cwd: ROOT, execArgv: ['--import', 'tsx'] });
  const next = async (): Promise<StandInStatus> => {
    const answered = new AbortController();
    const ended = once(child, 'exit', answered).then(([code]) => Promise.reject(new Error(`the stand-in ended with ${String(code)}`)));
    try {
      const [status] = (await Promise.race([once(child, 'message', answered), ended])) as [StandInStatus];
      return status;
    } finally {
      ended.catch(() => undefined);
      answered.abort();
    }
  };
  const { url } = await next();
  const status = (): Promise<StandInStatus> => {
    const answer = next();
    child.send('status');
    return answer;
  };
  return { url, status, stop: () => void child.kill() };
}
