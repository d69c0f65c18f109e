import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import type { Problem } from '../build/browser/overlay';
import { ROOT } from '../build/root';

/** A check of types to run: the compiler's program, its project file, and the folder to which it names files. */
export interface TypeCheck {
  compiler: string;
  project: string;
  folder: string;
}

/** A line of the compiler that begins a mistake; the lines after it are indented. */
const MISTAKE = /^(.+?)\((\d+),(\d+)\): error (TS\d+: .*)$/;

/** How much a check yields to the build of the next change and to the browser: to a third of their share. A busy machine would starve it at twice that. */
const BEHIND_BUILD = 5;

/** Returns the mistakes in the output of the compiler. */
export function problemsIn(output: string): Problem[] {
  const problems: Problem[] = [];
  for (const line of output.split(/\r?\n/)) {
    const [, file, row, column, message] = MISTAKE.exec(line) ?? [];
    const last = problems.at(-1);
    if (file !== undefined && message !== undefined) problems.push({ file, line: Number(row), column: Number(column), message });
    else if (/^\s+\S/.test(line) && last) last.message += `\n${line}`;
    else if (/^error TS\d+: /.test(line)) problems.push({ file: 'tsconfig.json', line: 0, column: 0, message: line.slice('error '.length) });
  }
  return problems;
}

/**
 * Checks types.
 * @returns the mistakes, or null if the signal ended the check
 * @throws Error if the compiler fails without naming a mistake
 */
export async function checkTypes({ compiler, project, folder }: TypeCheck, signal?: AbortSignal): Promise<Problem[] | null> {
  const child = spawn(process.execPath, [compiler, '-p', project, '--noEmit', '--pretty', 'false'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal ? { signal } : {}),
  });
  if (child.pid !== undefined) setPriority(child.pid, BEHIND_BUILD);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  if (signal?.aborted) return null;
  const problems = problemsIn(output);
  if (code !== 0 && problems.length === 0) throw new Error(`The types could not be checked:\n${output}`);
  return problems;
}

/** Returns the check of a folder with the settings of this repository, by its native compiler. It remembers what it has checked in the cache folder. */
export function checkHere(folder: string, cache: string): TypeCheck {
  const project = join(cache, 'tsconfig.json');
  const settings = {
    extends: join(ROOT, 'tsconfig.web.json'),
    compilerOptions: { tsBuildInfoFile: join(cache, 'types.tsbuildinfo'), typeRoots: [join(ROOT, 'node_modules/@types')] },
    include: [join(folder, 'src'), join(folder, '*.ts')],
  };
  mkdirSync(dirname(project), { recursive: true });
  writeFileSync(project, JSON.stringify(settings));
  return { compiler: join(ROOT, 'node_modules/typescript-native/bin/tsc'), project, folder };
}
