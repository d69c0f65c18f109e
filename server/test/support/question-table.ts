import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A question of `questions.txt`, with its outcome and the query or the word behind it. */
export interface AskedQuestion {
  question: string;
  /** `=>`: read without doubt. `?>`: several readings. `!>`: not read. */
  outcome: string;
  meant: string;
}

/** Returns the questions that the project holds, with what each one means. */
export function questionTable(): AskedQuestion[] {
  return readFileSync(join(__dirname, '../../src/graph/query/ask/questions.txt'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, question, outcome, meant] = /^([^#].*?)\s+(=>|\?>|!>)\s+(.*)$/.exec(line) ?? [];
      return question === undefined || outcome === undefined || meant === undefined ? [] : [{ question, outcome, meant }];
    });
}
