import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { simulateLine } from '../../../server/src/graph/providers/simulator';
import { command } from '../command';

/** Answers that are written at once. */
const BATCH = 500;

export function evaluateCommand(): Command {
  return command('evaluate', 'policy simulator: one JSON case per line on standard input, one JSON answer per line; needs no running server', {
    tenant: false,
  }).action(async () => {
    let answers: string[] = [];
    for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
      if (line.trim() === '') continue;
      answers.push(JSON.stringify(simulateLine(line)));
      if (answers.length >= BATCH) {
        await write(answers);
        answers = [];
      }
    }
    await write(answers);
  });
}

/** Resolves when standard output takes more. */
function write(lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    process.stdout.write(`${lines.join('\n')}\n`, (error) => (error ? reject(error) : resolve()));
  });
}
