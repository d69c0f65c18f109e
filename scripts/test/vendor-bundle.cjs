'use strict';
const { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '../..');
const CACHE = join(ROOT, '.cache/test-vendor');

/** Packages of thousands of small modules, each with what a test file imports of it. */
const BUNDLED = { antd: 'antd', icons: '@ant-design/icons', 'locale-en-us': 'antd/locale/en_US' };

/** Packages that must be one copy in a test, whoever imports them. */
const SHARED = ['react', 'react-dom', 'dayjs', '@rc-component/picker'];

/**
 * Bundles the component library into one file, once for each version, and returns jest's module mapping to it. Jest evaluates every module anew for every test
 * file: without the bundle, three thousand modules take more time than most component tests.
 */
function bundledPackages() {
  const folder = join(CACHE, ['antd', '@ant-design/icons', 'esbuild'].map((name) => versionOf(name)).join('-'));
  if (!existsSync(folder)) make(folder);
  return Object.fromEntries(Object.entries(BUNDLED).map(([file, name]) => [`^${name}$`, join(folder, `${file}.cjs`)]));
}

function make(folder) {
  const temporary = `${folder}.${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  const members = Object.entries(BUNDLED).map(([file, name]) => `${JSON.stringify(file)}: require(${JSON.stringify(name)})`);
  require('esbuild').buildSync({
    stdin: { contents: `module.exports = { ${members.join(', ')} };`, resolveDir: join(ROOT, 'shared/ui') },
    bundle: true,
    platform: 'browser',
    format: 'cjs',
    mainFields: ['main'],
    external: SHARED.flatMap((name) => [name, `${name}/*`]),
    define: { 'process.env.NODE_ENV': '"test"' },
    outfile: join(temporary, 'all.cjs'),
    logLevel: 'error',
  });
  for (const file of Object.keys(BUNDLED))
    writeFileSync(join(temporary, `${file}.cjs`), `module.exports = require('./all.cjs')[${JSON.stringify(file)}];\n`);
  try {
    renameSync(temporary, folder);
  } catch (error) {
    rmSync(temporary, { recursive: true });
    // Another run was faster.
    if (!existsSync(folder)) throw error;
  }
}

function versionOf(name) {
  return JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')).version;
}

module.exports = { bundledPackages };
