import type { BuildOptions } from 'esbuild';

export function checkerBundle(outdir: string): BuildOptions;
export function serverBundle(outdir: string, extension: '.js' | '.mjs'): BuildOptions;
