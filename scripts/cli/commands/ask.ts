import type { AskAnswer, AskReading } from '@cam/contracts';
import { EXAMPLE_QUESTIONS } from '@cam/contracts';
import type { Command } from 'commander';
import { clientOf, command, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { queryCommand } from './query';

interface AskOptions extends CommonOptions {
  run?: boolean;
}

export function askCommand(): Command {
  return command('ask', 'read a question in plain English as a query')
    .argument('<question>', 'question, for example "who can read payroll-prod?"')
    .option('--run', 'also run the query if the question has one reading')
    .action(async (text: string, options: AskOptions) => {
      const { timeZone: tz } = new Intl.DateTimeFormat().resolvedOptions();
      const answer = await clientOf(options).call('POST /v1/graph-querymgr/ask', { body: { text, tz } });
      const [reading] = answer.readings;
      if (answer.outcome === 'PART') throw new CliFailure(unreadWords(answer), answer);
      if (options.run && answer.outcome === 'CHOOSE') throw new CliFailure(`${answerWords(answer)}\n\nRun one of them with: cam query "..."`, answer);
      if (!options.run || !reading) {
        outputOf(options).result(answer, answerWords(answer));
        return;
      }
      outputOf(options).progress(answerWords(answer));
      const tenant = options.tenant === undefined ? [] : ['--tenant', options.tenant];
      await queryCommand().parseAsync([reading.query, ...tenant, ...(options.json ? ['--json'] : []), '--output', options.output ?? 'table'], {
        from: 'user',
      });
    });
}

function answerWords({ outcome, message, readings }: AskAnswer): string {
  const said = message === null ? [] : [message, ''];
  if (outcome === 'READ') return [...said, ...readings.map(readingWords)].join('\n');
  return [...said, 'The question has several readings:', ...readings.map((reading, index) => `\n${index + 1}. ${readingWords(reading)}`)].join('\n');
}

function readingWords({ query, meaning, chips }: AskReading): string {
  const width = Math.max(0, ...chips.map(({ text }) => text.length));
  const spans = chips.map(({ text, as, because }) => `   ${text.padEnd(width)}  ${as}  (${because})`);
  return [meaning, `   ${query}`, ...(spans.length > 0 ? ['', ...spans] : [])].join('\n');
}

function unreadWords({ text, message, unread, suggestions }: AskAnswer): string {
  const mark = unread ? [`  ${text}`, `  ${' '.repeat(unread.from)}${'^'.repeat(Math.max(unread.to - unread.from, 1))}`] : [];
  const meant =
    suggestions.length > 0
      ? ['Did you mean:', ...suggestions.map((other) => `  ${other}`)]
      : ['Questions that work:', ...EXAMPLE_QUESTIONS.map((example) => `  ${example}`)];
  return [message ?? 'The question could not be read.', ...mark, ...meant].join('\n');
}
