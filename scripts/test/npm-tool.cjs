'use strict';
const { spawnSync } = require('node:child_process');
const { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

const CACHE = resolve(__dirname, '../../.cache');

/**
 * Returns the folder of a package that only a test uses, in this version, which it installs into `.cache` from the npm registry if it is not there. Such a package
 * does not belong into the lockfile: it is large, or it excludes the oldest Node.js that CAM runs on. Null, with a warning, if it cannot be had.
 */
function npmTool(name, version) {
  const folder = join(CACHE, `${name.replace('/', '+')}-${version}`);
  const installed = join(folder, 'node_modules', name);
  if (existsSync(installed)) return installed;
  // Another test may install it at the same time.
  const own = `${folder}.${process.pid}`;
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--prefix', own, '--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`];
  const { status } = spawnSync('npm', args, { stdio: 'ignore', shell: process.platform === 'win32', timeout: 120_000 });
  try {
    if (status === 0) renameSync(own, folder);
  } catch (error) {
    // The other test was faster.
    if (!existsSync(installed)) throw error;
  }
  rmSync(own, { recursive: true, force: true });
  if (existsSync(installed)) return installed;
  console.warn(`The npm registry has no ${name} ${version}: what needs it is not tested`);
  return null;
}

module.exports = { npmTool };
