import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { join, relative } from 'node:path';
import { ROOT } from '../run-typescript.mjs';

const require = createRequire(join(ROOT, 'package.json'));
const RESULTS = join(ROOT, '.cache/test');

/**
 * Runs a program of an installed package with Node, so that it works without a shell.
 * @returns a promise of whether it ended with exit code 0
 */
export function runTool(packageName, bin, args, options) {
  const manifestFile = require.resolve(`${packageName}/package.json`);
  const { bin: bins } = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const file = join(manifestFile, '..', typeof bins === 'string' ? bins : bins[bin]);
  return runNode([file, ...args], options);
}

/**
 * Runs Node on these arguments.
 * @param env variables on top of those of this process
 * @param nice how much the program yields to others, 0 to 19
 * @returns a promise of whether it ended with exit code 0
 */
export function runNode(args, { env = {}, nice = 0 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } });
    if (nice > 0 && child.pid !== undefined) setPriority(child.pid, nice);
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** Runs an npm script of the root package. Resolves with whether it ended with exit code 0. */
export function runScript(name) {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' };
    const child = spawn('npm', ['run', '--silent', name], options);
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** Makes a result of programs that have no test cases: it counts one failure where any of them fails. */
export async function check(name, ...runs) {
  const outcomes = [];
  for (const run of runs) outcomes.push(await run());
  return { name, passed: 0, failed: outcomes.every(Boolean) ? 0 : 1, skipped: 0, files: [] };
}

/**
 * Runs jest and reads the counts from its JSON. A run that ends without JSON has failed.
 * @param only patterns of the test files to run; all without one
 * @param leftOut patterns of the test files to leave out
 * @param part which part of the test files to run, such as `1/3`; all without one
 * @param processes how many workers jest uses; its own choice without a number
 */
export async function jest(name, projects, { env = {}, nice = 0, only = [], leftOut = [], part = null, processes = null } = {}) {
  const file = resultFile(name);
  const fitting = [
    ...(only.length > 0 ? ['--testPathPatterns', ...only] : []),
    ...(leftOut.length > 0 ? ['--testPathIgnorePatterns', '/node_modules/', ...leftOut] : []),
  ];
  const ofPart = part === null ? [] : ['--shard', part];
  const inProcesses = processes === null ? [] : ['--maxWorkers', String(processes)];
  // A failed test may leave something open. Without --forceExit, jest would wait for it without end, and the whole run with it.
  const args = ['--selectProjects', ...projects, ...inProcesses, ...ofPart, '--forceExit', '--json', `--outputFile=${file}`, ...fitting];
  const ended = await runTool('jest', 'jest', args, { env, nice });
  const counts = readJson(file);
  if (!counts) return { name, passed: 0, failed: 1, skipped: 0, files: [] };
  // A suite that does not even load has no cases: it is one failure.
  const failed = counts.numFailedTests + counts.numRuntimeErrorTestSuites;
  const files = counts.testResults.map((suite) => ({ file: relative(ROOT, suite.name), ms: suite.endTime - suite.startTime }));
  const failures = counts.testResults.flatMap(failuresOfSuite);
  return { name, passed: counts.numPassedTests, failed: failed || (ended ? 0 : 1), skipped: counts.numPendingTests, files, failures };
}

/** The failed cases of a test file of jest, or the file itself where it did not load. */
function failuresOfSuite({ name, status, message, assertionResults }) {
  const file = relative(ROOT, name);
  const failed = assertionResults.filter((result) => result.status === 'failed');
  if (failed.length === 0 && status === 'failed') return [{ test: file, message }];
  return failed.map((result) => ({ test: `${file}: ${result.fullName}`, message: result.failureMessages.join('\n') }));
}

/** Runs Playwright in the given Chromium and reads the counts from its JSON. A flaky test counts as failed. */
export async function playwright(name, chromium, args = []) {
  const file = resultFile(name);
  const env = { CHROME_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const ended = await runTool('@playwright/test', 'playwright', ['test', '--config', 'playwright/playwright.config.ts', ...args], { env });
  const { stats, suites } = readJson(file) ?? {};
  if (!stats) return { name, passed: 0, failed: 1, skipped: 0, files: [] };
  const failed = stats.unexpected + stats.flaky;
  const files = suites.map((suite) => ({ file: `playwright/${suite.file}`, ms: durationOf(suite) }));
  const failures = suites.flatMap((suite) => failuresOfSpecs(suite));
  return { name, passed: stats.expected, failed: failed || (ended ? 0 : 1), skipped: stats.skipped, files, failures };
}

/** The failed and flaky tests of a suite of Playwright and of those in it. */
function failuresOfSpecs({ file, specs = [], suites = [] }) {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'));
  const failures = failed.map(({ title, line, tests }) => ({
    test: `playwright/${file}:${line} ${title}`,
    message: tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? [])).join('\n'),
  }));
  return [...failures, ...suites.flatMap((suite) => failuresOfSpecs(suite))];
}

/** The time of all tests of a suite, ms. */
function durationOf({ specs = [], suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  return results.reduce((sum, { duration }) => sum + duration, 0) + suites.reduce((sum, suite) => sum + durationOf(suite), 0);
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
