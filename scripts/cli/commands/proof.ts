import { writeFile } from 'node:fs/promises';
import { canonical, readPublicKeys, reportInWords, verify, type Json, type PublicKey } from '@cam/checker';
import { Option, type Command } from 'commander';
import { clientOf, command, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { proofQueryCommand } from './proof-query';

interface ProofOptions extends CommonOptions {
  identity?: string;
  resource?: string;
  action: string[];
  not?: boolean;
  asOf?: string;
  out?: string;
}

export function proofCommand(): Command {
  return (
    command('proof', 'make a signed proof that an identity reaches a resource, or does not; changes nothing')
      .option('--identity <uri>', 'URI of the identity, from "query --json"')
      .option('--resource <uri>', 'URI of the resource')
      .option('--action <name>', 'action to prove, such as s3:GetObject; may be repeated', (name: string, all: string[]) => [...all, name], [])
      .option('--not', 'prove that the identity does not reach the resource')
      .option('--as-of <day>', 'prove the state at the end of a former day, such as 2026-09-30, UTC')
      .addOption(new Option('-o, --out <file>', 'file to write').default('proof.json'))
      .addHelpText(
        'after',
        '\nExample:\n  cam proof --identity "$USER_URI" --resource "$BUCKET_URI" --action s3:GetObject -o proof.json && cam verify proof.json',
      )
      // Options after the name of a command below this one belong to that command.
      .enablePositionalOptions()
      .addCommand(proofQueryCommand())
      .action(async (options: ProofOptions) => {
        const client = clientOf(options);
        const { identity, resource } = options;
        if (identity === undefined || resource === undefined)
          throw new CliFailure('Give --identity and --resource, or prove all rows of a query with: cam proof query "<query>"');
        const body = {
          kind: options.not === true ? ('not-reaches' as const) : ('reaches' as const),
          identity_uri: identity,
          resource_uri: resource,
          ...(options.action.length > 0 ? { actions: options.action } : {}),
          ...(options.asOf === undefined ? {} : { as_of: options.asOf }),
        };
        const text = canonical((await client.call('POST /v1/proofs', { body })) as unknown as Json);
        const { keys } = await client.call('GET /v1/proofs/keys', {});
        const file = options.out ?? 'proof.json';
        const report = await verify(text, keysIn(keys));
        if (report.code !== 0) throw new CliFailure(`The server sent a proof that does not hold.\n${reportInWords(report)}`, report.fault);
        await writeFile(file, text).catch((error: Error) => {
          throw new CliFailure(`${file} cannot be written: ${error.message}`);
        });
        outputOf(options).result(
          { file, bytes: text.length, report },
          `${reportInWords(report)}\n\nWritten to ${file}, ${text.length.toLocaleString('en')} bytes.`,
        );
      })
  );
}

function keysIn(keys: readonly PublicKey[]): PublicKey[] {
  return readPublicKeys(JSON.stringify({ keys }));
}
