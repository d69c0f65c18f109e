import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { CliFailure } from '../cli/failure';
import { ROOT } from '../build/root';

/** A build of several targets in a process of its own, which tells when each is built. */
export interface Building {
  /** Resolves when these targets are built. Rejects with a CliFailure if the build fails before that; the build has printed why. */
  until: (names: readonly string[]) => Promise<void>;
  stop: () => void;
}

/** Starts to build targets. Without any, everything is built already. */
export function startBuilding(targets: readonly string[]): Building {
  if (targets.length === 0) return { until: () => Promise.resolve(), stop: () => undefined };
  const left = new Set(targets);
  const waiting = new Set<() => void>();
  let hasFailed = false;
  const tell = (): void => waiting.forEach((look) => look());
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'scripts/build/main.ts'), '--quick', ...targets], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', (name) => {
    left.delete(String(name));
    tell();
  });
  child.once('exit', (code) => {
    if (code === 0) left.clear();
    else hasFailed = true;
    tell();
  });
  const until = (names: readonly string[]): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const isBuilt = !names.some((name) => left.has(name));
        if (!isBuilt && !hasFailed) return;
        waiting.delete(look);
        if (isBuilt) resolve();
        else reject(new CliFailure('CAM is not started, because the build failed. The lines above say why.'));
      };
      waiting.add(look);
      look();
    });
  return { until, stop: () => void child.kill() };
}
