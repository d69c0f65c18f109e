import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replacePrivateFile } from '../../platform/security/private-file';
import { loadOperatorKey, newOperatorKey } from './operator-key';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cam-operator-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('a replaced key counts at once, the former one no longer, and none without a valid file', async () => {
  const path = join(folder, 'operator.key');
  const isKey = await loadOperatorKey(folder);
  const [former, next] = [await readFile(path, 'utf8'), newOperatorKey()];
  expect([isKey(`Operator ${former}`), isKey(`Operator ${next}`)]).toEqual([true, false]);
  await replacePrivateFile(path, next);
  expect([isKey(`Operator ${former}`), isKey(`Operator ${next}`)]).toEqual([false, true]);
  for (const broken of ['', 'short', '\0'.repeat(43)]) {
    await replacePrivateFile(path, broken);
    expect([isKey(`Operator ${broken}`), isKey('Operator '), isKey(`Operator ${next}`)]).toEqual([false, false, false]);
  }
  await rm(path);
  expect([isKey(''), isKey(`Operator ${next}`)]).toEqual([false, false]);
});
