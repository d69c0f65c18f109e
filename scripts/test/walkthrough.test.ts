import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/walkthrough.md'), 'utf8');
const MAX_HOPS = 12;

/** The numbered lists of the page, as the files of their hops by heading. */
const WALKS = PAGE.split(/^## /m)
  .slice(1)
  .map((section) => ({
    title: section.split('\n', 1)[0] ?? '',
    files: [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file),
  }));

/** Returns `host/src`, `remotes/x/src` or `shared/x` for the console's packages, and the folder of the file for the server. */
function folderOf(file: string): string {
  return /^(?:host\/src|remotes\/[^/]+\/src|shared\/[^/]+|contracts)(?=\/)/.exec(file)?.[0] ?? dirname(file);
}

/** Returns the folders that a walk enters again after it left them. */
function foldersEnteredAgain(files: readonly string[]): string[] {
  const entered = files.map(folderOf).filter((folder, index, all) => folder !== all[index - 1]);
  return entered.filter((folder, index) => entered.indexOf(folder) !== index);
}

describe('docs/walkthrough.md', () => {
  it('names existing files only', () => {
    const named = [...PAGE.matchAll(/`((?:contracts|host|remotes|scripts|server|shared)\/[^`]+\.\w+)`/g)].map(([, file = '']) => file);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('follows an import, a search and a flag change', () => {
    expect(WALKS.map(({ title }) => title)).toEqual(['One import', 'One search', 'One flag change']);
  });

  it.each(WALKS)('has at most 12 hops and never returns to a folder: $title', ({ files }) => {
    expect(files.length).toBeGreaterThan(5);
    expect(files.length).toBeLessThanOrEqual(MAX_HOPS);
    expect(foldersEnteredAgain(files)).toEqual([]);
  });

  it('detects a walk that returns to a folder', () => {
    expect(foldersEnteredAgain(['host/src/a.ts', 'server/src/x/b.ts', 'host/src/shell/c.ts'])).toEqual(['host/src']);
  });
});
