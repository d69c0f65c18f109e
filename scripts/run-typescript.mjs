import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Runs a TypeScript file of the project; resolves with its exit code. */
export function runTypeScript(file, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, file), ...args], { cwd: ROOT, stdio: 'inherit', ...options });
    // A program that ends this process means what it runs.
    const pass = () => child.kill('SIGTERM');
    process.once('SIGTERM', pass);
    child.on('exit', (code, signal) => {
      process.off('SIGTERM', pass);
      resolve(signal ? 1 : (code ?? 1));
    });
  });
}
