import { accessLetters, type AccessPath, type DecidingStatement } from '@cam/contracts';
import type { Command } from 'commander';
import { clientOf, command, outputOf, type CommonOptions } from '../command';

interface ExplainOptions extends CommonOptions {
  identity: string;
  resource: string;
  asOf?: string;
}

export function explainCommand(): Command {
  return command('explain', 'print every access path from an identity to a resource, with the deciding statements')
    .requiredOption('--identity <uri>', 'URI of the identity, from "query --json"')
    .requiredOption('--resource <uri>', 'URI of the resource')
    .option('--as-of <day>', 'state at the end of a day, YYYY-MM-DD')
    .action(async (options: ExplainOptions) => {
      const query = {
        identity_uri: options.identity,
        resource_uri: options.resource,
        ...(options.asOf === undefined ? {} : { as_of: options.asOf }),
      };
      const answer = await clientOf(options).call('GET /v1/graph-querymgr/explain', { query });
      const head = `${answer.identity.name} -> ${answer.resource.name}: ${accessLetters(answer.actions_str, answer.conditional_actions_str)}`;
      const paths = answer.paths.length === 0 ? ['No access path found.'] : answer.paths.map(pathWords);
      outputOf(options).result(answer, [head, ...paths].join('\n\n'));
    });
}

function pathWords(path: AccessPath, index: number): string {
  const hops = path.hops.map((hop) => `   ${hop.relation ? `${hop.relation} ` : ''}${hop.type} ${hop.name}${conditions(hop.conditions)}`);
  return [
    `${index + 1}. ${path.sentence} (${accessLetters(path.actions_str, path.conditional_actions_str)})`,
    ...hops,
    ...path.grants.map(statementWords),
    ...path.limits.map(statementWords),
  ].join('\n');
}

function statementWords({ effect, policy_name: policy, statement_index: index, words, conditions: under }: DecidingStatement): string {
  return `   ${effect} by ${policy}, statement ${index + 1}: ${words}${conditions(under)}`;
}

function conditions(list: readonly string[]): string {
  return list.length === 0 ? '' : ` [only if ${list.join(' and ')}]`;
}
