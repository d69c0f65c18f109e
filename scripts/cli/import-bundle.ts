import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import JSZip from 'jszip';
import type { Api } from '@cam/contracts/server';
import type { ApiClient } from './api-client';
import { CliError } from './installation';

type Progress = Api['GET /v1/calendar/progress']['answer']['sources'][number];

/** How often the progress is asked for, ms. */
const POLL = 500;

export interface ImportOptions {
  cloud: string;
  account: string;
  name?: string;
  onProgress: (progress: Progress) => void;
}

/** Imports a bundle (a folder, a zip, or one JSON file) and follows it to its end. Throws CliError where it failed. */
export async function importBundle(client: ApiClient, path: string, options: ImportOptions): Promise<Progress> {
  const { content, type, file } = await readBundle(path);
  const { account } = await client.call('PUT /v1/policy-reader/bundles/{cloud_type}/{account_id}', {
    path: { cloud_type: options.cloud, account_id: options.account },
    query: { name: options.name, file },
    file: { content, type },
  });
  for (let shown = ''; ; await new Promise((resolve) => setTimeout(resolve, POLL))) {
    const { sources } = await client.call('GET /v1/calendar/progress');
    const progress = sources.find(({ uid }) => uid === account.uid);
    if (!progress) continue;
    const now = `${progress.current_phase_enum} ${Math.floor(progress.progress)}`;
    if (now !== shown) options.onProgress(progress);
    shown = now;
    if (progress.current_phase_enum.endsWith('_FAILED')) {
      throw new CliError(`The import failed: ${progress.messages.map(({ message }) => message).join(' ') || 'see the log of the server'}`);
    }
    if (progress.current_phase_enum === 'PHASE_DONE') return progress;
  }
}

async function readBundle(path: string): Promise<{ content: Buffer; type: string; file?: string }> {
  if (!existsSync(path)) throw new CliError(`There is no file or folder ${path}.`);
  if (!statSync(path).isDirectory()) {
    const isZip = path.toLowerCase().endsWith('.zip');
    return { content: readFileSync(path), type: isZip ? 'application/zip' : 'application/json', ...(isZip ? {} : { file: basename(path) }) };
  }
  const zip = new JSZip();
  const add = (entry: string): void => {
    if (statSync(entry).isDirectory()) for (const name of readdirSync(entry).sort()) add(join(entry, name));
    else if (/\.(json|csv)(\.gz)?$/.test(entry)) zip.file(relative(path, entry), readFileSync(entry));
  };
  add(path);
  if (Object.keys(zip.files).length === 0) throw new CliError(`The folder ${path} holds no JSON files.`);
  return { content: await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' }), type: 'application/zip' };
}
