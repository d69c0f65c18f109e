import { writeFile } from 'node:fs/promises';
import { changeSetText, type BreakAnswer, type BreakPlan, type QueryBreakAnswer } from '@cam/contracts';
import type { Command } from 'commander';
import { answerText } from '../break-report';
import { clientOf, command, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';

interface BreakOptions extends CommonOptions {
  identity?: string;
  resource?: string;
  query?: string;
  keep: string[];
  save?: string;
}

export function breakCommand(): Command {
  return command(
    'break',
    'print the least changes that end the access of an identity to a resource, or all access that a query finds; changes nothing',
  )
    .option('--identity <uri>', 'URI of the identity, from "query --json"')
    .option('--resource <uri>', 'URI of the resource')
    .option('--query <text>', 'query whose access ends, instead of an identity and a resource')
    .option('--keep <id>', 'id of an element that must stay, from "break --json"; may be repeated', (id: string, all: string[]) => [...all, id], [])
    .option('--save <file>', 'write the changes of the best plan to a file that "cam what-if" reads')
    .addHelpText(
      'after',
      '\nExample:\n  cam break --identity "$USER_URI" --resource "$BUCKET_URI" --save change-set.json && cam what-if change-set.json',
    )
    .action(async (options: BreakOptions) => {
      const answer = await search(options);
      const [best] = answer.plans;
      if (options.save !== undefined && best) await save(options.save, best);
      outputOf(options).result(answer, answerText(answer));
      if (!best) throw new CliFailure(`No plan ends this access. ${answer.notes.join(' ')}`.trim(), { notes: answer.notes });
    });
}

function search(options: BreakOptions): Promise<BreakAnswer | QueryBreakAnswer> {
  const { identity, resource, query, keep } = options;
  const client = clientOf(options);
  if (query !== undefined && identity === undefined && resource === undefined) return client.call('POST /v1/breaks/query', { body: { query, keep } });
  if (query !== undefined || identity === undefined || resource === undefined)
    throw new CliFailure('Give either --identity and --resource, or --query.');
  return client.call('POST /v1/breaks', { body: { identity_uri: identity, resource_uri: resource, keep } });
}

async function save(file: string, plan: BreakPlan): Promise<void> {
  await writeFile(file, changeSetText(plan)).catch((error: Error) => {
    throw new CliFailure(`${file} cannot be written: ${error.message}`);
  });
}
