import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProviderError } from './http/provider-error';
import { Pull } from './pull';
import { Staging } from './staging';
import { FolderStorage } from '../../platform/storage';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cam-staging-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('a list that broke off leaves no pages in the bundle, and complete lists stay', async () => {
  const staging = new Staging(new FolderStorage(folder));
  const pull = new Pull({ staging, since: new Date(), until: new Date(), signal: new AbortController().signal, progress: async () => undefined });
  const busy = async (next: string | null) => {
    if (next !== null) throw new ProviderError('failed', 'The service answered 503', 503);
    return { items: [1, 2], next: 'more' };
  };
  await pull.parts([
    { name: 'users', phase: 'PHASE_PULL_IDENTITIES', grant: '', read: () => staging.list('users', async () => ({ items: ['ada'], next: null })) },
    { name: 'events', phase: 'PHASE_PULL_USAGE', grant: '', read: () => staging.list('events', busy) },
  ]);
  expect(pull.outcome).toMatchObject({ read: ['users'], failed: ['events'], failure: null });
  expect(pull.outcome.warnings).toEqual([{ file: 'events', place: null, message: 'The service answered 503. The next pull retries it.' }]);
  await staging.close();
  expect(await readdir(folder)).toEqual(['users-0001.json']);
});

it('files without marks, which an interrupted hand-over left, do not become part of the next bundle', async () => {
  const storage = new FolderStorage(folder);
  const readUsers = async () => ({ items: ['ada'], next: null });
  const staging = new Staging(storage);
  await staging.list('users', readUsers);
  await new Staging(storage).removeLeftovers();
  expect(await readdir(folder)).toContain('users-0001.json');
  await staging.close();
  await new Staging(storage).removeLeftovers();
  expect(await storage.list('')).toEqual([]);
});
