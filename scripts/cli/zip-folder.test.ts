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

  it('keeps the bytes of every file, compressed before or not, and adds others in place of those with the same path', async () => {
    const [text, packed] = ['text '.repeat(1000), Buffer.from([0, 255, 1, 254])];
    writeFileSync(join(folder, 'ä.json'), text);
    writeFileSync(join(folder, 'a.js.br'), packed);
    writeFileSync(join(folder, 'signature.json'), 'old');
    const bytes = await zipFolder(folder, Promise.resolve({ 'signature.json': 'new' }));
    const zip = await JSZip.loadAsync(bytes, { checkCRC32: true });
    expect(await zip.file('ä.json')?.async('text')).toBe(text);
    expect(await zip.file('a.js.br')?.async('nodebuffer')).toEqual(packed);
    expect(await zip.file('signature.json')?.async('text')).toBe('new');
    expect(bytes.length).toBeLessThan(1000);
  });

  it('returns the same bytes for the same files', async () => {
    writeFileSync(join(folder, 'a.json'), '1');
    expect(Buffer.from(await zipFolder(folder)).equals(Buffer.from(await zipFolder(folder)))).toBe(true);
  });

  it('rejects a folder without files', async () => {
    await expect(zipFolder(folder)).rejects.toThrow('contains no files');
  });
});
