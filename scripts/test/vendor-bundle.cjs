'use strict';
const { createHash } = require('node:crypto');
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
async function bundledPackages() {
  const made = createHash('sha256').update(readFileSync(__filename)).digest('hex').slice(0, 8);
  const folder = join(CACHE, [...['antd', '@ant-design/icons', 'esbuild'].map((name) => versionOf(name)), made].join('-'));
  if (!existsSync(folder)) await make(folder);
  return Object.fromEntries(Object.entries(BUNDLED).map(([file, name]) => [`^${name}$`, join(folder, `${file}.cjs`)]));
}

/** Asks jest once for each shared module: it resolves every `require` of the five hundred modules that use React. */
const sharedModules = {
  name: 'shared-modules',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(${SHARED.join('|')})(/|$)`) }, ({ path, namespace }) =>
      namespace === 'shared' ? { path, external: true } : { path, namespace: 'shared' },
    );
    build.onLoad({ filter: /./, namespace: 'shared' }, ({ path }) => ({ contents: `module.exports = require(${JSON.stringify(path)});` }));
  },
};

/** Lets the entries evaluate a component or an icon when a test first uses it, not all of them at once. */
const lazyEntries = {
  name: 'lazy-entries',
  setup(build) {
    build.onLoad({ filter: /[\\/](antd[\\/]lib|icons[\\/]lib[\\/]icons)[\\/]index\.js$/ }, ({ path }) => {
      const entry = readFileSync(path, 'utf8');
      let contents = entry;
      for (const [line, name, value] of entry.matchAll(/^var (_\w+) = (_interopRequireDefault\(require\("\.[^"]+"\)\));$/gm)) {
        const getter = `return ${name}.default;`;
        const isUsedElsewhere = entry.split(new RegExp(`\\b${name}\\b`)).length - 2 > entry.split(getter).length - 1;
        if (!isUsedElsewhere) contents = contents.replace(line, '').replaceAll(getter, `return ${value}.default;`);
      }
      return { contents };
    });
  },
};

/** Leaves out the making of style rules, which jsdom-setup.cjs keeps out of the page anyway. */
const noStyles = {
  name: 'no-styles',
  setup(build) {
    build.onLoad({ filter: /cssinjs[\\/]lib[\\/]hooks[\\/]useStyleRegister\.js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\nexports.default = () => undefined;`,
    }));
  },
};

async function make(folder) {
  const temporary = `${folder}.${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  const members = Object.entries(BUNDLED).map(([file, name]) => `${JSON.stringify(file)}: require(${JSON.stringify(name)})`);
  await require('esbuild').build({
    stdin: { contents: `module.exports = { ${members.join(', ')} };`, resolveDir: join(ROOT, 'shared/ui') },
    bundle: true,
    platform: 'browser',
    format: 'cjs',
    mainFields: ['main'],
    // A test file reads and compiles the bundle anew.
    minifyWhitespace: true,
    minifySyntax: true,
    plugins: [sharedModules, lazyEntries, noStyles],
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
