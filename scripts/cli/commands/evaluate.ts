import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { simulateLine } from '../../../server/src/graph/providers/simulator';
import { command } from '../command';

/** Results per write. */
const BATCH = 500;

export function evaluateCommand(): Command {
  return command(
    'evaluate',
    'simulate policies: reads one JSON case per line from standard input and prints one JSON result per line; needs no running server',
    {
      tenant: false,
    },
  ).action(async () => {
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

/** Resolves when standard output accepts more data. */
function write(lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    process.stdout.write(`${lines.join('\n')}\n`, (error) => (error ? reject(error) : resolve()));
  });
}
