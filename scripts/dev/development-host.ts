import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineHost } from '../build/define-host';
import { ROOT } from '../build/root';
import { runWebpack } from '../build/run-webpack';
import { allTargets } from '../build/targets';
import { DEVELOPMENT_CACHE } from './develop-remote';

/**
 * Builds the host with React's development build, which can refresh components in place, unless its sources are those of the last time. The host that is
 * deployed stays as it is.
 * @returns the folder of the host, for CAM_HOST_DIR
 */
export async function buildDevelopmentHost(): Promise<string> {
  const dist = join(DEVELOPMENT_CACHE, 'host');
  const note = `${dist}.inputs`;
  const target = allTargets().find(({ kind }) => kind === 'host');
  if (target?.kind !== 'host') throw new Error('There is no host to build.');
  if (existsSync(note) && readFileSync(note, 'utf8') === target.inputs) return dist;
  mkdirSync(DEVELOPMENT_CACHE, { recursive: true });
  const started = Date.now();
  await runWebpack(await defineHost(join(ROOT, 'host'), target.version, { mode: 'development', dist }));
  writeFileSync(note, target.inputs);
  console.log(`  built the host for development in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return dist;
}
