import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePrivateFile, readPrivateFile, replacePrivateFile, type PrivateFile } from './private-file';

let folder: string;
let file: PrivateFile;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cam-private-'));
  file = { path: join(folder, 'a.key'), isValid: (content) => /^[a-z]{4}$/.test(content), remedy: 'Restore it from a backup.' };
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe('ensurePrivateFile', () => {
  it('creates the file for its owner alone, and leaves no other file', async () => {
    expect(await ensurePrivateFile(file, () => 'abcd')).toBe('abcd');
    expect(await modeOf(file.path)).toBe(0o600);
    expect(await readdir(folder)).toEqual(['a.key']);
    expect(await ensurePrivateFile(file, () => 'efgh')).toBe('abcd');
  });

  it('gives processes that create the file at the same time the same content', async () => {
    const contents = await Promise.all(['aaaa', 'bbbb', 'cccc', 'dddd'].map((content) => ensurePrivateFile(file, () => content)));
    expect(new Set(contents).size).toBe(1);
    expect(await readFile(file.path, 'utf8')).toBe(contents[0]);
    expect(await readdir(folder)).toEqual(['a.key']);
  });

  it.each([
    ['empty', ''],
    ['empty', ' \n'],
    ['damaged', 'abc'],
    ['damaged', 'abcd\0\0'],
  ])('rejects a file that is %s, says what to do, and leaves it alone', async (problem, content) => {
    await writeFile(file.path, content);
    await expect(ensurePrivateFile(file, () => 'abcd')).rejects.toThrow(`${file.path} is ${problem}.\nRestore it from a backup.`);
    expect(await readFile(file.path, 'utf8')).toBe(content);
  });
});

describe('readPrivateFile', () => {
  it('returns null if there is no file', async () => expect(await readPrivateFile(file)).toBeNull());

  it('takes read access away from other users', async () => {
    await writeFile(file.path, 'abcd\n');
    await chmod(file.path, 0o644);
    expect(await readPrivateFile(file)).toBe('abcd');
    expect(await modeOf(file.path)).toBe(0o600);
  });
});

describe('replacePrivateFile', () => {
  it('replaces the content at once, for its owner alone', async () => {
    await writeFile(file.path, 'abcd', { mode: 0o644 });
    await replacePrivateFile(file.path, 'efgh');
    expect(await readFile(file.path, 'utf8')).toBe('efgh');
    expect(await modeOf(file.path)).toBe(0o600);
    expect(await readdir(folder)).toEqual(['a.key']);
  });

  it('leaves the former content and no other file if it cannot write', async () => {
    await expect(replacePrivateFile(join(folder, 'none', 'b.key'), 'efgh')).rejects.toThrow('ENOENT');
    expect(await readdir(folder)).toEqual([]);
  });
});
