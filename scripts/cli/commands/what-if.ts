import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Option, type Command } from 'commander';
import { clientOf, command, outputOf, type CommonOptions } from '../command';
import { CliFailure, Undecided } from '../failure';
import { decide, type Tried } from '../gate/decide';
import { gateOf, parseFailOn, parseGate, type Gate } from '../gate/gate-file';
import { REPORTS, reportOf, type ReportFormat } from '../gate/reports';
import { isAnyPlan, tryPlans } from '../gate/try-plan';
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
      '<files...>',
      'JSON file with a list of edits; or plans of Terraform, change sets of CloudFormation and what-ifs of Bicep, which are tried together; "-" reads standard input',
    )
    .option('--fail-on <conditions>', 'fail if the verdict meets one of: gained, lost, broken, unknown, guardrails (comma-separated)')
    .option('--gate <file>', 'fail by the conditions of a gate file')
    .option('--account <id>', 'AWS account of resources of the plan, if the plan does not say it')
    .addOption(new Option('--report <format>', 'form of the report').choices(REPORTS).default('text'))
    .addHelpText('after', '\nExample:\n  terraform show -json plan.out | cam what-if - --gate cam-gate.json --report markdown')
    .action(async (paths: string[], options: WhatIfOptions) => {
      const gate = await readGate(options);
      if (paths.filter((path) => path === '-').length > 1) throw new CliFailure('Standard input has one file. Name the other files.');
      const given = await Promise.all(paths.map((path) => (path === '-' ? text(process.stdin) : readText(path))));
      const isOfPlan = given.every(isAnyPlan);
      if (!isOfPlan && given.length > 1)
        throw new CliFailure(`Only plans are tried together, and ${paths[given.findIndex((one) => !isAnyPlan(one))]} is none. Try it by itself.`);
      const tried = isOfPlan ? await tryPlansOf(given, options) : await tryEdits(given.join(), options);
      const decision = decide(gate, tried);
      const { wide, narrow, untried } = tried;
      const answer = isOfPlan ? { ...decision, verdicts: wide, ...(narrow === wide ? {} : { verdicts_narrow: narrow }), untried } : wide[0];
      outputOf(options).result(answer, reportOf(options.report, decision, tried));
      const { failures, outcome, doubts } = decision;
      if (outcome === 'fail') throw new CliFailure(`The change fails: ${failures.map(({ words }) => words).join('; ')}.`, { failures });
      if (outcome === 'undecided') throw new Undecided(`The change is undecided. ${doubts.join(' ')}`, { doubts });
    });
}

function tryPlansOf(plans: readonly string[], options: WhatIfOptions): Promise<Tried> {
  return tryPlans(clientOf(options), plans, { account: options.account ?? null, progress: (words) => outputOf(options).progress(words) });
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
