import { rename, rm, stat } from 'node:fs/promises';
import { readPublicKeys } from '@cam/checker';
import { verifyFile } from '@cam/checker/node';
import type { DataDownload } from '@cam/contracts';
import { Option, type Command } from 'commander';
import type { ApiClient } from '../api-client';
import { clientOf, command, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import type { Output } from '../output';

interface ProofQueryOptions extends CommonOptions {
  out?: string;
}

/** Time between two looks while the proofs are made, ms. */
const LOOK = 500;

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
      const output = outputOf(options);
      const file = options.out ?? 'evidence.zip';
      const { download } = await client.call('POST /v1/proofs/export', { body: { query: text } });
      const path = { download_id: download.download_id };
      const { error } = await untilReady(client, path, output);
      if (error !== '') throw new CliFailure(error);
      const unchecked = `${file}.part`;
      try {
        await client.save('GET /graph-querymgr/v1/resources/publish/{download_id}/file', { path }, unchecked);
        const { keys } = await client.call('GET /v1/proofs/keys', {});
        const { report, words } = await verifyFile(unchecked, readPublicKeys(JSON.stringify({ keys })));
        if (report.code !== 0) throw new CliFailure(`The server sent evidence that does not hold.\n${words}`, report.fault);
        const { size: bytes } = await stat(unchecked);
        await rename(unchecked, file);
        output.result({ file, bytes, report }, `${words}\n\nWritten to ${file}, ${bytes.toLocaleString('en')} bytes.`);
      } finally {
        await rm(unchecked, { force: true });
      }
    });
}

async function untilReady(client: ApiClient, path: { download_id: string }, output: Output): Promise<DataDownload> {
  for (let shown = 0; ;) {
    const { download } = await client.call('GET /graph-querymgr/v1/resources/publish/{download_id}', { path });
    if (download.status === 'REPORT_STATUS_COMPLETED' || download.status === 'REPORT_STATUS_ERROR') return download;
    if (download.bytes > shown) output.progress(`${download.bytes.toLocaleString('en')} bytes of proofs so far`);
    shown = download.bytes;
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}
