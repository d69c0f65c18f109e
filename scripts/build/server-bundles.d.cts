import type { BuildOptions } from 'esbuild';

export function serverBundles(outdir: string, extension: '.js' | '.mjs'): [server: BuildOptions, workers: BuildOptions];
