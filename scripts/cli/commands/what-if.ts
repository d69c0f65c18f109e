import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Option, type Command } from 'commander';
import { clientOf, command, outputOf, type CommonOptions } from '../command';
import { CliFailure, Undecided } from '../failure';
import { decide, type Tried } from '../gate/decide';
import { gateOf, parseFailOn, parseGate, type Gate } from '../gate/gate-file';
import { REPORTS, reportOf, type ReportFormat } from '../gate/reports';
import { isAnyPlan, tryPlan } from '../gate/try-plan';
import { parseEdits } from '../what-if-report';

interface WhatIfOptions extends CommonOptions {
  failOn?: string;
  gate?: string;
  account?: string;
  report: ReportFormat;
}

export function whatIfCommand(): Command {
  return command('what-if', 'try a change: prints the access that it would add and take away, and changes nothing')
    .argument(
      '<file>',
      'JSON file with a list of edits, a plan of Terraform, a change set of CloudFormation or a what-if of Bicep; "-" reads standard input',
    )
    .option('--fail-on <conditions>', 'fail if the verdict meets one of: gained, lost, broken, unknown, guardrails (comma-separated)')
    .option('--gate <file>', 'fail by the conditions of a gate file')
    .option('--account <id>', 'AWS account of resources of the plan, if the plan does not say it')
    .addOption(new Option('--report <format>', 'form of the report').choices(REPORTS).default('text'))
    .addHelpText('after', '\nExample:\n  terraform show -json plan.out | cam what-if - --gate cam-gate.json --report markdown')
    .action(async (path: string, options: WhatIfOptions) => {
      const gate = await readGate(options);
      const given = path === '-' ? await text(process.stdin) : await readText(path);
      const isOfPlan = isAnyPlan(given);
      const tried = isOfPlan ? await tryPlanOf(given, options) : await tryEdits(given, options);
      const decision = decide(gate, tried);
      const { wide, narrow, untried } = tried;
      const answer = isOfPlan ? { ...decision, verdicts: wide, ...(narrow === wide ? {} : { verdicts_narrow: narrow }), untried } : wide[0];
      outputOf(options).result(answer, reportOf(options.report, decision, tried));
      const { failures, outcome, doubts } = decision;
      if (outcome === 'fail') throw new CliFailure(`The change fails: ${failures.map(({ words }) => words).join('; ')}.`, { failures });
      if (outcome === 'undecided') throw new Undecided(`The change is undecided. ${doubts.join(' ')}`, { doubts });
    });
}

function tryPlanOf(plan: string, options: WhatIfOptions): Promise<Tried> {
  return tryPlan(clientOf(options), plan, { account: options.account ?? null, progress: (words) => outputOf(options).progress(words) });
}

async function tryEdits(file: string, options: WhatIfOptions): Promise<Tried> {
  const verdicts = [await clientOf(options).call('POST /v1/graph-querymgr/what-if', { body: parseEdits(file) })];
  return { wide: verdicts, narrow: verdicts, filled: [], admitsOthers: false, untried: [] };
}

async function readGate({ gate, failOn }: WhatIfOptions): Promise<Gate> {
  if (gate !== undefined && failOn !== undefined)
    throw new CliFailure('--gate and --fail-on exclude each other. Write the conditions into the gate file.');
  if (gate !== undefined) return parseGate(await readText(gate));
  return gateOf(failOn === undefined ? [] : parseFailOn(failOn));
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new CliFailure(`${path} does not exist or cannot be read. Check the path.`);
  });
}
