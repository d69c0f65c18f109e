import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BackEnd, BackEndTokens, RemoteManifest } from '@cam/contracts';
import type { ApiSnapshot } from '@cam/contracts/server';
import type { Command } from 'commander';
import type { ApiClient } from '../api-client';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { remoteId } from '../remote-names';
import { breaksOf, reportVerdicts, type Verdict } from '../verdicts';

export function backEndCommand(): Command {
  return group('back-end', "manage the server of a remote's team, to which CAM passes calls", [
    showCommand(),
    setCommand(),
    removeCommand(),
    canIDeployCommand(),
  ]);
}

/** Creates the commands of a team, whose token works for its remote only. */
export function teamBackEndCommand(): Command {
  return group('back-end', "check the server of the remote's team", [canIDeployCommand()]);
}

function showCommand(): Command {
  return command('show', 'show the server of a remote, and how it verifies the tokens of CAM')
    .argument('<id>', 'id of the remote')
    .action(async (id: string, options: CommonOptions) => {
      const answer = await clientOf(options).call('GET /v1/remotes/{id}/back-end', { path: { id: remoteId(id) } });
      const { back_end: backEnd, tokens } = answer;
      outputOf(options).result(answer, [backEnd ? inWords(backEnd) : `${id} has no server of its own.`, tokensInWords(tokens)].join('\n'));
    });
}

function setCommand(): Command {
  return command('set', 'choose the server to which CAM passes /x/ID/...')
    .argument('<id>', 'id of the remote')
    .argument('<url>', 'address of the server')
    .option('--seconds <n>', 'longest time until the first byte of an answer; 30 by default')
    .action(async (id: string, url: string, options: CommonOptions & { seconds?: string }) => {
      const seconds = options.seconds === undefined ? {} : { seconds: secondsOf(options.seconds) };
      const client = clientOf(options);
      const path = { id: remoteId(id) };
      const backEnd = await client.call('PUT /v1/remotes/{id}/back-end', { path, body: { url, ...seconds } });
      const { tokens } = await client.call('GET /v1/remotes/{id}/back-end', { path });
      outputOf(options).result(backEnd, [inWords(backEnd), tokensInWords(tokens)].join('\n'));
    });
}

function removeCommand(): Command {
  return command('remove', 'stop passing calls to the server of a remote')
    .argument('<id>', 'id of the remote')
    .action(async (id: string, options: CommonOptions) => {
      await clientOf(options).call('DELETE /v1/remotes/{id}/back-end', { path: { id: remoteId(id) } });
      outputOf(options).result({ id, back_end: null }, `CAM passes no more calls to the server of ${id}.`);
    });
}

function canIDeployCommand(): Command {
  return command('can-i-deploy', 'check that a new server of the team still serves what each release in use calls')
    .argument('<id>', 'id of the remote')
    .argument('<document>', 'OpenAPI document of the new server, a JSON file')
    .addHelpText('after', '\nExits with 1 if a release is incompatible, which fails a pipeline.')
    .action(async (name: string, file: string, options: CommonOptions) => {
      const id = remoteId(name);
      const document = await documentIn(resolve(process.env.INIT_CWD ?? '.', file));
      const client = clientOf(options);
      const { releases } = await client.call('GET /v1/remotes/{id}/in-use', { path: { id } });
      const verdicts = await Promise.all(
        releases.map(async (release): Promise<Verdict> => ({ ...release, breaks: await breaksIn(client, release, document, file) })),
      );
      const advice = 'Do not deploy this server yet. Keep what these releases need, or move consoles to newer releases.';
      reportVerdicts(outputOf(options), verdicts, advice);
    });
}

/** @throws CliFailure for a file that is missing or not JSON */
async function documentIn(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as unknown;
  } catch (error) {
    throw new CliFailure(`The OpenAPI document ${file} cannot be read: ${(error as Error).message}`);
  }
}

/** Returns what a server with this document would break in a release. */
async function breaksIn(client: ApiClient, { id, version }: { id: string; version: string }, document: unknown, file: string): Promise<string[]> {
  const { backEndCalls = [] } = await client.releaseFile<RemoteManifest>(id, version, 'remote.json');
  if (backEndCalls.length === 0) return [];
  const known = await client.releaseFile<ApiSnapshot>(id, version, 'back-end.json');
  const { OpenApiError, openApiCalls } = await import('@cam/contracts/server');
  try {
    return await breaksOf(known, openApiCalls(document, Object.keys(known)));
  } catch (error) {
    throw error instanceof OpenApiError ? new CliFailure(`${file}: ${error.message}`) : error;
  }
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 300) throw new CliFailure('--seconds must be a whole number from 1 to 300.');
  return seconds;
}

function inWords({ id, url, seconds }: BackEnd): string {
  return `CAM passes /x/${id}/... to ${url} (answers within ${seconds} s).`;
}

function tokensInWords({ issuer, audience, keys_url }: BackEndTokens): string {
  return `Each call has a token: issuer ${issuer}, audience ${audience}, keys at ${keys_url}`;
}
