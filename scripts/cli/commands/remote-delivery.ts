import type { DeliveryRules, Environment, PlannedMove } from '@cam/contracts';
import { stageInWords } from '@cam/contracts';
import type { Command } from 'commander';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { table } from '../table';
import { isoTime } from '../time';
import { remoteId } from '../remote-names';

/** Returns the commands for environments, delivery rules, planned moves and freeze windows. */
export function deliveryCommands(): Command[] {
  return [environmentCommand(), rulesCommand(), planCommand(), freezeCommand()];
}

/** Describes a planned move in one sentence. */
export function planInWords({ channel, version, rollout, at, state, plan_id }: PlannedMove): string {
  const move = `move the ${channel} channel to ${version}${rollout ? ` for ${stageInWords(rollout)}` : ''}`;
  const waits = state === 'approval' ? `The request to ${move} waits for the approval of another operator` : `CAM will ${move} at ${at}`;
  return `${waits}. Plan: ${plan_id}`;
}

function environmentCommand(): Command {
  return command('environment', 'list the tenants of the staging environment, or put a tenant into an environment')
    .argument('[tenant]', 'id of a tenant')
    .argument('[environment]', 'staging or production')
    .action(async (tenant: string | undefined, environment: string | undefined, options: CommonOptions) => {
      const client = clientOf(options);
      if (tenant === undefined) {
        const answer = await client.call('GET /v1/remotes/environments');
        return outputOf(options).result(answer, answer.staging.length > 0 ? answer.staging.join('\n') : 'No tenant is in the staging environment.');
      }
      const path = { tenant_id: tenant };
      const answer = await client.call('PUT /v1/remotes/environments/{tenant_id}', { path, body: { environment: environmentName(environment) } });
      return outputOf(options).result(answer, `${tenant} is in the ${answer.environment} environment.`);
    });
}

function environmentName(text: string | undefined): Environment {
  if (text === 'staging' || text === 'production') return text;
  throw new CliFailure(`There is no environment "${text ?? ''}". Environments: staging, production`);
}

function rulesCommand(): Command {
  return command('rules', 'show or set the delivery rules of a remote for its stable channel')
    .argument('<id>', 'id of a remote')
    .option('--approval <on|off>', 'another operator approves each new release')
    .option('--staging <on|off>', 'each new release runs in staging first')
    .action(async (id: string, options: CommonOptions & { approval?: string; staging?: string }) => {
      const client = clientOf(options);
      const path = { id: remoteId(id) };
      let { rules } = await client.call('GET /v1/remotes/{id}/delivery', { path });
      if (options.approval !== undefined || options.staging !== undefined) {
        const body = { approval: onOff(options.approval, rules.approval), staging: onOff(options.staging, rules.staging) };
        rules = await client.call('PUT /v1/remotes/{id}/delivery', { path, body });
      }
      outputOf(options).result(rules, rulesInWords(rules));
    });
}

/** Describes delivery rules in two lines. */
export function rulesInWords({ approval, staging }: DeliveryRules): string {
  return `Approval by another operator: ${approval ? 'required' : 'not required'}\nStaging first: ${staging ? 'required' : 'not required'}`;
}

function onOff(text: string | undefined, otherwise: boolean): boolean {
  if (text === undefined) return otherwise;
  if (text === 'on' || text === 'off') return text === 'on';
  throw new CliFailure(`Invalid value "${text}". Use on or off.`);
}

function planCommand(): Command {
  const list = command('list', 'list the planned moves of a remote, open ones first')
    .argument('<id>', 'id of a remote')
    .action(async (id: string, options: CommonOptions) => {
      const answer = await clientOf(options).call('GET /v1/remotes/{id}/delivery', { path: { id: remoteId(id) } });
      const rows = answer.plans.map((plan) => [
        plan.plan_id,
        plan.channel,
        plan.version,
        plan.rollout ? stageInWords(plan.rollout) : 'all users',
        plan.at,
        plan.state,
        plan.requested_by,
        plan.note,
      ]);
      outputOf(options).result(answer, table(['PLAN', 'CHANNEL', 'VERSION', 'USERS', 'TIME', 'STATE', 'REQUESTED BY', 'NOTE'], rows, 140));
    });
  const decision = (name: string, approve: boolean): Command =>
    command(name, `${name} a planned move that another user requested`)
      .argument('<id>', 'id of a remote')
      .argument('<plan>', 'id from "plan list"')
      .option('--reason <text>', 'reason for the decision')
      .action(async (id: string, planId: string, options: CommonOptions & { reason?: string }) => {
        const answer = await clientOf(options).call('POST /v1/remotes/{id}/plans/{plan_id}/decision', {
          path: { id: remoteId(id), plan_id: planId },
          body: { approve, ...(options.reason ? { reason: options.reason } : {}) },
        });
        outputOf(options).result(answer, approve ? planInWords(answer) : `Declined plan ${planId}.`);
      });
  const cancel = command('cancel', 'cancel a planned move')
    .argument('<id>', 'id of a remote')
    .argument('<plan>', 'id from "plan list"')
    .action(async (id: string, planId: string, options: CommonOptions) => {
      const path = { id: remoteId(id), plan_id: planId };
      const answer = await clientOf(options).call('DELETE /v1/remotes/{id}/plans/{plan_id}', { path });
      outputOf(options).result(answer, `Cancelled plan ${planId}.`);
    });
  return group('plan', 'list, approve, decline and cancel planned moves of channels', [
    list,
    decision('approve', true),
    decision('decline', false),
    cancel,
  ]);
}

function freezeCommand(): Command {
  const list = command('list', 'list present and future freeze windows').action(async (options: CommonOptions) => {
    const answer = await clientOf(options).call('GET /v1/remotes/freezes');
    const rows = answer.freezes.map((freeze) => [freeze.freeze_id, freeze.id ?? 'all', freeze.starts_at, freeze.ends_at, freeze.reason]);
    outputOf(options).result(answer, table(['ID', 'REMOTE', 'FROM', 'UNTIL', 'REASON'], rows, 140));
  });
  const add = command('add', 'add a window without new releases; rollbacks stay possible')
    .requiredOption('--until <time>', 'end, for example 2027-01-04T06:00Z')
    .requiredOption('--reason <text>', 'reason, at least 3 characters')
    .option('--from <time>', 'start (default: now)')
    .option('--remote <id>', 'only this remote (default: all)')
    .action(async (options: CommonOptions & { until: string; reason: string; from?: string; remote?: string }) => {
      const answer = await clientOf(options).call('POST /v1/remotes/freezes', {
        body: {
          ends_at: isoTime(options.until),
          reason: options.reason,
          ...(options.from === undefined ? {} : { starts_at: isoTime(options.from) }),
          ...(options.remote === undefined ? {} : { id: remoteId(options.remote) }),
        },
      });
      const subject = answer.id ?? 'All remotes';
      outputOf(options).result(answer, `${subject}: no new releases from ${answer.starts_at} until ${answer.ends_at}. Window: ${answer.freeze_id}`);
    });
  const end = command('end', 'end or remove a freeze window')
    .argument('<window>', 'id from "freeze list"')
    .action(async (freezeId: string, options: CommonOptions) => {
      await clientOf(options).call('DELETE /v1/remotes/freezes/{freeze_id}', { path: { freeze_id: freezeId } });
      outputOf(options).result({ freeze_id: freezeId, ended: true }, `Ended freeze window ${freezeId}.`);
    });
  return group('freeze', 'manage freeze windows', [list, add, end]);
}
