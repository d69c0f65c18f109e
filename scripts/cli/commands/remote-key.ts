import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { createSigningKey } from '../provenance';
import { remoteId } from '../remote-names';
import { table } from '../table';

export function keyCommand(): Command {
  return group('key', 'manage the keys that sign the releases of a team', [createCommand(), addCommand(), listCommand(), revokeCommand()]);
}

function createCommand(): Command {
  return command('create', 'make an Ed25519 key on this machine, and a file beside it with its public part')
    .argument('<file>', 'new file of the private key')
    .action(async (file: string, options: CommonOptions) => {
      const { keyId, publicFile } = await createSigningKey(fromCaller(file));
      outputOf(options).result(
        { key_id: keyId, file, public_file: publicFile },
        `Created the key ${keyId}. Keep ${file} as a secret of the pipeline (CAM_SIGNING_KEY_FILE), and give ${publicFile} to the operator.`,
      );
    });
}

function addCommand(): Command {
  return command('add', 'require a signature of this key, or of another one of the remote, for each new release')
    .argument('<id>', 'id of the remote')
    .argument('<file>', 'public key')
    .requiredOption('--label <text>', 'owner of the key, for example "alerts pipeline"')
    .action(async (id: string, file: string, options: CommonOptions & { label: string }) => {
      const public_key = await readFile(fromCaller(file), 'utf8').catch(() => {
        throw new CliFailure(`The file ${file} cannot be read.`);
      });
      const body = { label: options.label, public_key };
      const key = await clientOf(options).call('POST /v1/remotes/{id}/signing-keys', { path: { id: remoteId(id) }, body });
      outputOf(options).result(key, `Added the key ${key.key_id}. New releases of ${id} need a signature from now on.`);
    });
}

function listCommand(): Command {
  return command('list', 'list the signing keys of a remote')
    .argument('<id>', 'id of the remote')
    .action(async (id: string, options: CommonOptions) => {
      const answer = await clientOf(options).call('GET /v1/remotes/{id}/signing-keys', { path: { id: remoteId(id) } });
      const rows = answer.keys.map((key) => [key.key_id, key.label, key.created_by, key.revoked ? 'revoked' : key.created_at]);
      outputOf(options).result(answer, table(['ID', 'LABEL', 'BY', 'SINCE'], rows));
    });
}

function revokeCommand(): Command {
  return command('revoke', 'revoke a signing key; releases that it signed count as unsigned')
    .argument('<id>', 'id of the remote')
    .argument('<key id>', 'id from "key list"')
    .action(async (id: string, keyId: string, options: CommonOptions) => {
      await clientOf(options).call('DELETE /v1/remotes/{id}/signing-keys/{key_id}', { path: { id: remoteId(id), key_id: keyId } });
      outputOf(options).result({ id, key_id: keyId, revoked: true }, `Revoked the key ${keyId} of ${id}.`);
    });
}

/** Resolves a path relative to the caller's folder, because npm runs scripts in the root of the repository. */
function fromCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}
