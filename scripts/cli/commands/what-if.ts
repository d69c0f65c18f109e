import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { clientOf, command, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { failuresOf, parseEdits, parseFailOn, verdictText } from '../what-if-report';

interface WhatIfOptions extends CommonOptions {
  failOn?: string;
}

export function whatIfCommand(): Command {
  return command('what-if', 'try edits of policies and memberships: prints the access that they would add and take away, and changes nothing')
    .argument('<file>', 'JSON file with a list of edits; "-" reads standard input')
    .option('--fail-on <conditions>', 'fail if the verdict meets one of: gained, lost, broken, unknown, guardrails (comma-separated)')
    .action(async (path: string, options: WhatIfOptions) => {
      const failOn = options.failOn === undefined ? [] : parseFailOn(options.failOn);
      const body = parseEdits(path === '-' ? await text(process.stdin) : await readEdits(path));
      const verdict = await clientOf(options).call('POST /v1/graph-querymgr/what-if', { body });
      outputOf(options).result(verdict, verdictText(verdict));
      const failures = failuresOf(verdict, failOn);
      if (failures.length > 0) throw new CliFailure(`The change fails: ${failures.join('; ')}.`, { failures });
    });
}

async function readEdits(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new CliFailure(`${path} does not exist or cannot be read. Check the path.`);
  });
}
