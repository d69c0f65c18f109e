import { execFile } from 'node:child_process';
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROVENANCE_FILE, SIGNATURE_FILE, type Provenance, type ReleaseSignature, type RemoteManifest } from '@cam/contracts';
import { CliFailure } from './failure';

/**
 * Returns the files that say where a built remote comes from: its provenance, and the signature of it if the environment names a key.
 * @throws CliFailure if the folder has no digests, or the key is no Ed25519 key
 */
export async function provenanceFiles(
  dist: string,
  { id, version }: Pick<RemoteManifest, 'id' | 'version'>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Record<string, string>> {
  const [digest, commit] = await Promise.all([releaseDigest(dist), commitOf(env)]);
  const provenance: Provenance = { id, version, digest, commit, builder: builderOf(env) };
  const text = JSON.stringify(provenance, null, 2);
  const keyFile = env.CAM_SIGNING_KEY_FILE;
  if (!keyFile) return { [PROVENANCE_FILE]: text };
  const key = await readKey(keyFile);
  const signature: ReleaseSignature = { key_id: keyIdOf(key), signature: sign(null, Buffer.from(text), key).toString('base64') };
  return { [PROVENANCE_FILE]: text, [SIGNATURE_FILE]: JSON.stringify(signature) };
}

/** Makes an Ed25519 key: `file` for the pipeline only, and `file.pub` for the registry. */
export async function createSigningKey(file: string): Promise<{ keyId: string; publicFile: string }> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const publicFile = `${file}.pub`;
  try {
    await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
    await writeFile(publicFile, publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' });
  } catch (error) {
    throw new CliFailure(`The key was not written: ${(error as Error).message}. Choose a new file name.`);
  }
  return { keyId: keyIdOf(privateKey), publicFile };
}

/** Returns the digest of a release as the registry computes it, over the sorted list of the digests that the build wrote. */
async function releaseDigest(dist: string): Promise<string> {
  let digests: Record<string, string>;
  try {
    digests = JSON.parse(await readFile(join(dist, 'integrity.json'), 'utf8')) as Record<string, string>;
  } catch {
    throw new CliFailure(`${dist} contains no integrity.json. Build the remote again: npm run build -- remotes/<id>`);
  }
  const lines = Object.entries(digests)
    .map(([path, digest]) => `${path} ${digest}\n`)
    .sort();
  return `sha384-${createHash('sha384').update(lines.join('')).digest('base64')}`;
}

/** Returns the commit of the sources, with `+` after it if they were changed since; null outside of a repository. */
async function commitOf(env: NodeJS.ProcessEnv): Promise<string | null> {
  const stated = env.GITHUB_SHA ?? env.CI_COMMIT_SHA;
  if (stated) return stated;
  const git = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)('git', args, { cwd: env.INIT_CWD ?? process.cwd(), maxBuffer: Infinity })).stdout.trim();
  try {
    const [head, changes] = await Promise.all([git('rev-parse', 'HEAD'), git('status', '--porcelain')]);
    return head + (changes === '' ? '' : '+');
  } catch {
    return null;
  }
}

/** Returns the address of the pipeline's run. */
function builderOf(env: NodeJS.ProcessEnv): string {
  if (env.GITHUB_RUN_ID) return `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}`;
  return env.CI_JOB_URL ?? 'local';
}

async function readKey(file: string): Promise<KeyObject> {
  try {
    const key = createPrivateKey(await readFile(file));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The message below says what to do.
  }
  throw new CliFailure(`CAM_SIGNING_KEY_FILE names no Ed25519 private key in PEM: ${file}. Make one with: npm run cam -- remotes key create FILE`);
}

function keyIdOf(key: KeyObject): string {
  return createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);
}
