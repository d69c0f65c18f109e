import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import JSZip from 'jszip';
import { zipFolder } from './zip-folder';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cam-zip-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('zipFolder', () => {
  it('adds every file by its path, except hidden ones', async () => {
    mkdirSync(join(folder, 'iam'));
    mkdirSync(join(folder, '.git'));
    writeFileSync(join(folder, 'iam/users.json'), '[]');
    writeFileSync(join(folder, '.git/config'), 'x');
    writeFileSync(join(folder, '.DS_Store'), 'x');
    const zip = await JSZip.loadAsync(await zipFolder(folder));
    expect(Object.keys(zip.files)).toEqual(['iam/users.json']);
  });

  it('returns the same bytes for the same files', async () => {
    writeFileSync(join(folder, 'a.json'), '1');
    expect(Buffer.from(await zipFolder(folder)).equals(Buffer.from(await zipFolder(folder)))).toBe(true);
  });

  it('rejects a folder without files', async () => {
    await expect(zipFolder(folder)).rejects.toThrow('contains no files');
  });
});
