import type { Monitor } from '@cam/contracts';
import { foldersOf } from './folders';

const inFolders = (...category: string[]) => ({ category }) as Monitor;

describe('the folders of guardrails', () => {
  it('are the built-in folders, empty or not, and then those of users', () => {
    const folders = foldersOf([inFolders('Data Access', 'Zoo'), inFolders('Data Access'), inFolders('Audit'), inFolders()]);
    expect(folders).toEqual([
      { name: 'Cross Source Access', count: 0 },
      { name: 'Data Access', count: 2 },
      { name: 'Privileged Access', count: 0 },
      { name: 'Security Best Practices', count: 0 },
      { name: 'Audit', count: 1 },
      { name: 'Zoo', count: 1 },
    ]);
  });
});
