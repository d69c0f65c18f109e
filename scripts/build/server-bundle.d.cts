import type { BuildOptions } from 'esbuild';

export function serverBundle(outdir: string, extension: '.js' | '.mjs'): BuildOptions;
