import { Option, type Command } from 'commander';
import { clientOf, command, outputOf, type CommonOptions } from '../command';
import { saveEvidence } from '../save-evidence';

interface ProofQueryOptions extends CommonOptions {
  out?: string;
}

export function proofQueryCommand(): Command {
  return command('query', 'make a zip with a signed proof for each row of a query; changes nothing')
    .argument('<text>', 'query about access, for example "user with-access object_store"')
    .addOption(new Option('-o, --out <file>', 'file to write').default('evidence.zip'))
    .addHelpText(
      'after',
      '\nExample:\n  cam proof query "any with-access object_store payroll-prod" -o evidence.zip && cam verify evidence.zip --key keys.json',
    )
    .action(async (text: string, options: ProofQueryOptions) => {
      const client = clientOf(options);
      const { download } = await client.call('POST /v1/proofs/export', { body: { query: text } });
      await saveEvidence(client, outputOf(options), download, options.out ?? 'evidence.zip');
    });
}
