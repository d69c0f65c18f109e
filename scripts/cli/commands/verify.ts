import { readFile } from 'node:fs/promises';
import { readPublicKeys } from '@cam/checker';
import { verifyFile } from '@cam/checker/node';
import type { Command } from 'commander';
import { command, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';

interface VerifyOptions extends CommonOptions {
  key?: string;
}

export function verifyCommand(): Command {
  return command(
    'verify',
    'replay a proof, or all proofs of a zip with evidence; needs no server. Exit codes: 0 valid, 1 invalid, 2 not checkable by this version',
    { tenant: false },
  )
    .argument('<file>', 'proof, from "cam proof", or evidence, from "cam proof query"')
    .option('--key <file>', 'public keys: PEM, or the answer of GET /v1/proofs/keys; without them, the signature is not checked')
    .addHelpText('after', '\nExample:\n  curl https://cam.company.example/v1/proofs/keys > keys.json && cam verify proof.json --key keys.json')
    .action(async (file: string, options: VerifyOptions) => {
      const keys = options.key === undefined ? [] : readPublicKeys(await textOf(options.key));
      if (options.key !== undefined && keys.length === 0)
        throw new CliFailure(`${options.key} has no public key. Give a PEM file, or the answer of GET /v1/proofs/keys.`);
      const { report, words } = await verifyFile(file, keys).catch((error: Error) => {
        throw new CliFailure(`${file} cannot be read: ${error.message}`);
      });
      outputOf(options).result(report, words);
      process.exitCode = report.code;
    });
}

function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new CliFailure(`${file} cannot be read: ${error.message}`);
  });
}
