export function landedCommits(root: string, named?: string): string[];
export function git(root: string, ...args: string[]): string | null;
