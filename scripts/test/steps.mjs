import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../run-typescript.mjs';

const require = createRequire(join(ROOT, 'package.json'));
const RESULTS = join(ROOT, '.cache/test');

/** Runs a program of an installed package with Node, so that it works without a shell. Resolves with whether it went well. */
export function runTool(packageName, bin, args, env = {}) {
  const manifestFile = require.resolve(`${packageName}/package.json`);
  const { bin: bins } = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const file = join(manifestFile, '..', typeof bins === 'string' ? bins : bins[bin]);
  return runNode([file, ...args], env);
}

export function runNode(args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } });
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** A check that is not made of test cases: it counts only where it fails. */
export async function check(name, ...runs) {
  const outcomes = [];
  for (const run of runs) outcomes.push(await run());
  const passed = outcomes.every(Boolean);
  return { name, passed: 0, failed: passed ? 0 : 1, skipped: 0 };
}

/**
 * Runs jest on the files of these projects whose path fits one of `only` and none of `leftOut`, in so many processes, or as many as jest likes to take; what it
 * counted is in its JSON. A run that ends without it has failed.
 */
export async function jest(name, projects, { env = {}, only = [], leftOut = [], processes = null } = {}) {
  const file = resultFile(name);
  const fitting = [
    ...(only.length > 0 ? ['--testPathPatterns', ...only] : []),
    ...(leftOut.length > 0 ? ['--testPathIgnorePatterns', '/node_modules/', ...leftOut] : []),
  ];
  const inProcesses = processes === null ? [] : ['--maxWorkers', String(processes)];
  const args = ['--selectProjects', ...projects, ...inProcesses, '--json', `--outputFile=${file}`, ...fitting];
  const ended = await runTool('jest', 'jest', args, env);
  const counts = readJson(file);
  if (!counts) return { name, passed: 0, failed: 1, skipped: 0 };
  // A suite that does not even load has no cases: it is one failure.
  const failed = counts.numFailedTests + counts.numRuntimeErrorTestSuites;
  return { name, passed: counts.numPassedTests, failed: failed || (ended ? 0 : 1), skipped: counts.numPendingTests };
}

/** Runs Playwright in the given Chromium. */
export async function playwright(name, chromium, args = []) {
  const file = resultFile(name);
  const env = { CHROME_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const ended = await runTool('@playwright/test', 'playwright', ['test', '--config', 'playwright/playwright.config.ts', ...args], env);
  const { stats } = readJson(file) ?? {};
  if (!stats) return { name, passed: 0, failed: 1, skipped: 0 };
  const failed = stats.unexpected + stats.flaky;
  return { name, passed: stats.expected, failed: failed || (ended ? 0 : 1), skipped: stats.skipped };
}

function resultFile(name) {
  mkdirSync(RESULTS, { recursive: true });
  const file = join(RESULTS, `${name.replace(/\W+/g, '-')}.json`);
  rmSync(file, { force: true });
  return file;
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
