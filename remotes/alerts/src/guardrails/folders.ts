import type { Monitor } from '@cam/contracts';

/** Folders that every tenant has. */
export const BUILT_IN_FOLDERS = ['Cross Source Access', 'Data Access', 'Privileged Access', 'Security Best Practices'] as const;

export interface Folder {
  name: string;
  count: number;
}

/** The built-in folders, then those that people made, each with how many guardrails lie in it. */
export function foldersOf(guardrails: readonly Monitor[]): Folder[] {
  const own = [...new Set(guardrails.flatMap(({ category }) => category))].filter((name) => !(BUILT_IN_FOLDERS as readonly string[]).includes(name));
  return [...BUILT_IN_FOLDERS, ...own.sort((a, b) => a.localeCompare(b))].map((name) => ({
    name,
    count: guardrails.filter(({ category }) => category.includes(name)).length,
  }));
}
