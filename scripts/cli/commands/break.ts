import { writeFile } from 'node:fs/promises';
import { changeSetText, type BreakPlan } from '@cam/contracts';
import type { Command } from 'commander';
import { answerText } from '../break-report';
import { clientOf, command, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';

interface BreakOptions extends CommonOptions {
  identity: string;
  resource: string;
  keep: string[];
  save?: string;
}

export function breakCommand(): Command {
  return command('break', 'print the least changes that end the access of an identity to a resource; changes nothing')
    .requiredOption('--identity <uri>', 'URI of the identity, from "query --json"')
    .requiredOption('--resource <uri>', 'URI of the resource')
    .option('--keep <id>', 'id of an element that must stay, from "break --json"; may be repeated', (id: string, all: string[]) => [...all, id], [])
    .option('--save <file>', 'write the changes of the best plan to a file that "cam what-if" reads')
    .addHelpText(
      'after',
      '\nExample:\n  cam break --identity "$USER_URI" --resource "$BUCKET_URI" --save change-set.json && cam what-if change-set.json',
    )
    .action(async (options: BreakOptions) => {
      const body = { identity_uri: options.identity, resource_uri: options.resource, keep: options.keep };
      const answer = await clientOf(options).call('POST /v1/breaks', { body });
      const [best] = answer.plans;
      if (options.save !== undefined && best) await save(options.save, best);
      outputOf(options).result(answer, answerText(answer));
      if (!best) throw new CliFailure(`No plan ends this access. ${answer.notes.join(' ')}`.trim(), { notes: answer.notes });
    });
}

async function save(file: string, plan: BreakPlan): Promise<void> {
  await writeFile(file, changeSetText(plan)).catch((error: Error) => {
    throw new CliFailure(`${file} cannot be written: ${error.message}`);
  });
}
