import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../../build/root';
import type { Told } from './stand-in-process';

export interface StandInProcess {
  url: string;
  told: () => Promise<Told>;
  stop: () => void;
}

/** Starts the stand-in in a process of its own. */
export async function startStandIn(): Promise<StandInProcess> {
  const child = fork(join(ROOT, 'scripts/bench/connectors/stand-in-process.ts'), { cwd: ROOT, execArgv: ['--import', 'tsx'] });
  const next = async (): Promise<Told> => {
    const answered = new AbortController();
    const ended = once(child, 'exit', answered).then(([code]) => Promise.reject(new Error(`the stand-in ended with ${String(code)}`)));
    try {
      const [told] = (await Promise.race([once(child, 'message', answered), ended])) as [Told];
      return told;
    } finally {
      ended.catch(() => undefined);
      answered.abort();
    }
  };
  const { url } = await next();
  const told = (): Promise<Told> => {
    const answer = next();
    child.send('tell');
    return answer;
  };
  return { url, told, stop: () => void child.kill() };
}
