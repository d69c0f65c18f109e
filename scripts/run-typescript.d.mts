import type { SpawnOptions } from 'node:child_process';

export const ROOT: string;
export function runTypeScript(file: string, args: readonly string[], options?: SpawnOptions): Promise<number>;
