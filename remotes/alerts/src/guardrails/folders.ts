import type { Monitor } from '@cam/contracts';

/** Folders that every tenant has. */
export const BUILT_IN_FOLDERS = ['Cross Source Access', 'Data Access', 'Privileged Access', 'Security Best Practices'] as const;

/** A folder of guardrails and how many guardrails it contains. */
export interface Folder {
  name: string;
  count: number;
}

/** Returns the built-in folders, then the folders of users by name, each with its number of guardrails. */
export function foldersOf(guardrails: readonly Monitor[]): Folder[] {
  const own = [...new Set(guardrails.flatMap(({ category }) => category))].filter((name) => !(BUILT_IN_FOLDERS as readonly string[]).includes(name));
  return [...BUILT_IN_FOLDERS, ...own.sort((a, b) => a.localeCompare(b))].map((name) => ({
    name,
    count: guardrails.filter(({ category }) => category.includes(name)).length,
  }));
}
