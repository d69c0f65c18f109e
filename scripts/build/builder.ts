import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ROOT } from './root';

/** How much the processes of a quick build yield to the server that starts meanwhile: everything waits for that. */
const BEHIND_SERVER = 10;

/** A process that builds hosts and remotes one after another. */
export class Builder {
  readonly #child: ChildProcess;

  constructor(private readonly quick: boolean) {
    const file = fileURLToPath(new URL('./builder-process.ts', import.meta.url));
    this.#child = fork(file, { cwd: ROOT, execArgv: ['--import', 'tsx'] });
    if (quick && this.#child.pid !== undefined) setPriority(this.#child.pid, BEHIND_SERVER);
  }

  /** Builds a target. Rejects if the build fails; the process has printed why. */
  build(name: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => reject(new Error(`${name} was not built`));
      this.#child.once('exit', end);
      this.#child.once('message', (isBuilt) => {
        this.#child.off('exit', end);
        if (isBuilt === true) resolve();
        else end();
      });
      this.#child.send({ name, quick: this.quick });
    });
  }

  end(): void {
    this.#child.kill();
  }
}
