import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildRemote } from './build-remote';
import { buildServer } from './build-server';
import { defineHost } from './define-host';
import { compressBelow } from './precompress';
import { ROOT } from './root';
import { runWebpack } from './run-webpack';
import { versionOf } from './shared-dependencies';
import { allTargets, type Target } from './targets';

const CACHE = join(ROOT, '.cache/builds.json');

/** Webpack takes a core: more at once would only wait for each other. */
const PARALLEL = 2;

type Built = Record<string, string>;

function readCache(): Built {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8')) as Built;
  } catch {
    return {};
  }
}

function markBuilt(target: Target): void {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  writeFileSync(CACHE, JSON.stringify({ ...readCache(), [target.name]: target.inputs }, null, 2));
}

function isBuilt(target: Target): boolean {
  const marker = { server: 'main.mjs', host: 'index.html', remote: 'integrity.json' }[target.kind];
  try {
    readFileSync(join(ROOT, target.folder, 'dist', marker));
    return readCache()[target.name] === target.inputs;
  } catch {
    return false;
  }
}

async function buildOne(target: Target): Promise<void> {
  if (target.kind === 'server') await buildServer();
  else if (target.kind === 'remote') await buildRemote(target.id, target.version);
  else {
    const folder = join(ROOT, 'host');
    await runWebpack(defineHost(folder, versionOf('@cam/host')));
    compressBelow(join(folder, 'dist'));
  }
}

/** Each build runs in a process of its own: webpack then gives its memory back. */
function buildInChild(target: Target): Promise<void> {
  const started = Date.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(import.meta.url), '--one', target.name], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('exit', (code) => {
      if (code !== 0) return reject(new Error(`${target.name} was not built`));
      markBuilt(target);
      console.log(`  built ${target.name} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
      resolve();
    });
  });
}

/** Builds what changed: all targets, or those named (`host`, `server`, `remotes/alerts`). */
async function main(names: string[]): Promise<void> {
  const force = names.includes('--force');
  const wanted = names.filter((name) => !name.startsWith('--'));
  const targets = allTargets().filter((target) => wanted.length === 0 || wanted.includes(target.name));
  if (wanted.length > targets.length)
    throw new Error(
      `There is no build target ${wanted.join(', ')}. Targets: ${allTargets()
        .map(({ name }) => name)
        .join(', ')}`,
    );
  const queue = targets.filter((target) => force || !isBuilt(target));
  const worker = async (): Promise<void> => {
    for (let target = queue.shift(); target; target = queue.shift()) await buildInChild(target);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}

const [first, name] = process.argv.slice(2);
if (first === '--one') {
  const target = allTargets().find((candidate) => candidate.name === name);
  if (!target) throw new Error(`unknown target ${name}`);
  await buildOne(target);
} else await main(process.argv.slice(2));
