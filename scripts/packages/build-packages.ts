import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join, posix } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { ROOT } from '../build/root';
import { emitTypes } from './emit-types';
import { packageVersion, teamPackages, toolOverrides, type TeamPackage } from './package-list';
import { packTarball } from './tarball';

/** Folder of the packed packages, which the server serves below /npm. */
export const PACKAGES_DIST = join(ROOT, 'dist/npm');

/** The list of the packages, which the server reads. Each entry is what npm's registry knows of a version. */
const LIST = 'packages.json';

const KIT = 'scripts/packages/remote-kit';

type Files = Map<string, Uint8Array | string>;

/** Builds and packs all packages for teams. The same sources give the same bytes. */
export async function buildPackages(dist = PACKAGES_DIST): Promise<void> {
  const packages = teamPackages();
  const sources = packages.flatMap(({ folder, entries }) => Object.values(entries).map((entry) => `${folder}/${entry}`));
  const declarationsOf = emitTypes(sources);
  const list: Record<string, unknown> = {};
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  for (const one of packages) {
    const { tarball, manifest } = await pack(one, declarationsFor(one, declarationsOf));
    const file = `${basename(one.name)}-${packageVersion()}.tgz`;
    writeFileSync(join(dist, file), tarball);
    list[one.name] = { file, manifest, integrity: digest(tarball, 'sha512'), shasum: createHash('sha1').update(tarball).digest('hex') };
  }
  writeFileSync(join(dist, LIST), JSON.stringify(list, null, 2));
}

/** Returns the tarball of a package that needs no other package of the list. */
export async function packAlone(name: '@cam/cli' | '@cam/client'): Promise<Uint8Array> {
  const one = teamPackages().find((known) => known.name === name);
  if (!one) throw new Error(`${name} is not in the list of packages`);
  const sources = Object.values(one.entries).map((entry) => `${one.folder}/${entry}`);
  return (await pack(one, sources.length > 0 ? declarationsFor(one, emitTypes(sources)) : [])).tarball;
}

/** Returns the declarations of a package by their path in it, those of included packages among them. */
function declarationsFor(
  { declarations, includes = {} }: TeamPackage,
  below: (folder: string) => Map<string, string>,
): [path: string, text: string][] {
  const own = declarations.flatMap((folder) => [...below(folder)]);
  const included = Object.entries(includes).map(([name, folder]) => ({ name, place: basename(name), files: [...below(folder)] }));
  const redirected = own.map(([path, text]): [string, string] => {
    const up = '../'.repeat(path.split('/').length - 1) || './';
    return [path, included.reduce((all, { name, place }) => all.replaceAll(`'${name}'`, `'${up}${place}/index'`), text)];
  });
  return withEndings([
    ...redirected,
    ...included.flatMap(({ place, files }) => files.map(([path, text]): [string, string] => [`${place}/${path}`, text])),
  ]);
}

/** Gives the addresses of other declarations their endings, without which Node's own rules do not find them. */
function withEndings(files: readonly [path: string, text: string][]): [path: string, text: string][] {
  const known = new Set(files.map(([path]) => path));
  return files.map(([path, text]) => [
    path,
    text.replaceAll(/(\bfrom |\bimport\()(['"])(\.[^'"]*)\2/g, (all, before: string, quote: string, address: string) => {
      const target = posix.join(posix.dirname(path), address);
      const ending = known.has(`${target}.d.ts`) ? '.js' : known.has(`${target}/index.d.ts`) ? '/index.js' : null;
      return ending === null ? all : `${before}${quote}${address}${ending}${quote}`;
    }),
  ]);
}

/** Bundles and packs one package with its declarations, by path. */
async function pack(
  one: TeamPackage,
  declarations: readonly (readonly [string, string])[],
): Promise<{ tarball: Uint8Array; manifest: Record<string, unknown> }> {
  const files: Files = new Map([...(await scriptsOf(one)), ...(await extrasOf(one)), ...commonFiles(one)]);
  for (const [path, text] of declarations) files.set(`types/${path}`, text);
  const manifest = packageManifest(one, files);
  files.set('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  return { tarball: packTarball(files, Object.values(one.bin ?? {})), manifest };
}

function digest(bytes: Uint8Array, algorithm: string): string {
  return `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`;
}

/** Returns the package.json of a package. Its exports name the declarations first, as the compiler wants them. */
function packageManifest(
  { name, description, entries, internal = [], formats, dependencies, bin }: TeamPackage,
  files: Files,
): Record<string, unknown> {
  const exported = Object.fromEntries(
    Object.entries(entries).map(([path, entry]) => {
      const stem = entry.replace(/\.tsx?$/, '');
      const script = outputName(path);
      if (internal.includes(path)) return [path, { require: `./dist/${script}.cjs` }];
      return [
        path,
        {
          types: `./types/${stem}.d.ts`,
          ...(formats.includes('esm') ? { import: `./dist/${script}.js` } : {}),
          default: `./dist/${script}.cjs`,
        },
      ];
    }),
  );
  const plain = ['jsdom-setup.cjs', 'css-stub.cjs', 'source-stub.cjs', 'tsconfig.remote.json'].filter((file) => files.has(file));
  return {
    name,
    version: packageVersion(),
    description,
    license: 'Apache-2.0',
    type: 'module',
    engines: { node: '>=20.19' },
    sideEffects: false,
    exports: {
      ...exported,
      ...(files.has('jest-preset.cjs') ? { './jest-preset': './jest-preset.cjs' } : {}),
      ...Object.fromEntries(plain.map((file) => [`./${file}`, `./${file}`])),
      './package.json': './package.json',
    },
    ...(entries['.'] ? { types: `./types/${entries['.'].replace(/\.tsx?$/, '')}.d.ts` } : {}),
    ...(bin ? { bin } : {}),
    dependencies,
  };
}

function outputName(entry: string): string {
  return entry === '.' ? 'index' : entry.slice(2);
}

/** Returns the licence, the changelog and the report of the public interface. */
function commonFiles({ name, description, report }: TeamPackage): Files {
  const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
  const about = `# ${name}\n\n${description}. It has the version of the console that serves it.\n`;
  return new Map([
    ['README.md', about],
    ['LICENSE', read('LICENSE')],
    ['NOTICE', read('NOTICE')],
    ['CHANGELOG.md', read('CHANGELOG.md')],
    ...(report ? ([['API.md', read(`docs/api/${report}.api.md`)]] as [string, string][]) : []),
  ]);
}

/** Bundles the entries of a package. Its own modules exist once, whichever entries a program loads. */
async function scriptsOf({ folder, entries, formats, name, includes = {} }: TeamPackage): Promise<Files> {
  const files: Files = new Map();
  const names = Object.entries(entries).map(([path, entry]) => ({ out: outputName(path), source: join(ROOT, folder, entry) }));
  if (names.length === 0) return files;
  const common: BuildOptions = {
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'neutral',
    target: 'es2022',
    jsx: 'automatic',
    loader: { '.module.css': 'local-css', '.css': 'css', '.svg': 'dataurl' },
    external: ['*.woff2'],
    plugins: [name === '@cam/ui' ? interfacePackages : onlyOwnFiles(Object.keys(includes))],
    outdir: 'dist',
    write: false,
    logLevel: 'warning',
  };
  if (formats.includes('esm')) {
    const entryPoints = names.map(({ out, source }) => ({ in: source, out }));
    collect(files, await build({ ...common, format: 'esm', splitting: true, entryPoints }));
  }
  // CommonJS has no shared chunks, so all entries are one file, and each entry is one of its members.
  const members = names.map(({ out, source }) => `${JSON.stringify(out)}: require(${JSON.stringify(source)})`);
  const stdin = { contents: `module.exports = { ${members.join(', ')} };`, resolveDir: ROOT, sourcefile: 'all.cjs' };
  const define = { 'process.env.NODE_ENV': '"test"' };
  const all: BuildOptions = { ...common, format: 'cjs', platform: 'browser', mainFields: ['main'], define, stdin, outExtension: { '.js': '.cjs' } };
  collect(files, await build(all), 'all');
  for (const { out } of names) files.set(`dist/${out}.cjs`, `module.exports = require('./all.cjs')[${JSON.stringify(out)}];\n`);
  return files;
}

function collect(files: Files, { outputFiles = [] }: Awaited<ReturnType<typeof build>>, stem?: string): void {
  for (const { path, contents } of outputFiles) {
    const file = basename(path);
    files.set(`dist/${stem ? stem + extname(file) : file}`, contents);
  }
}

/** Leaves every package out of a bundle that it does not include. */
const onlyOwnFiles = (included: readonly string[]): Plugin => ({
  name: 'only own files',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => (kind === 'entry-point' || included.includes(path) ? null : { path, external: true })),
});

/** Packages that a test must not have twice. The others are in the bundle of @cam/ui, because jest would load their 3,000 modules for every test file. */
const ONCE = /^(react|react-dom|dayjs|jotai|xlsx|@cam\/[^/]+)(\/|$)/;

const interfacePackages: Plugin = {
  name: 'interface packages',
  setup: ({ onResolve }) => {
    onResolve({ filter: ONCE }, ({ path }) => ({ path, external: true }));
    // jsdom has no canvas, and the host has the only copy that draws.
    onResolve({ filter: /^@ant-design\/charts$/ }, () => ({ path: join(ROOT, 'scripts/test/charts-stub.cjs') }));
    onResolve({ filter: /^@fontsource-variable\// }, ({ path }) => ({ path, external: true }));
  },
};

/** Returns the files of the kit and of the creator besides their entries. */
async function extrasOf({ name }: TeamPackage): Promise<Files> {
  if (name === '@cam/remote-kit') return kitFiles();
  if (name === '@cam/cli') return cliFiles();
  return name === '@cam/create-remote' ? creatorFiles() : new Map();
}

async function kitFiles(): Promise<Files> {
  const files: Files = new Map();
  const program = await build({
    absWorkingDir: ROOT,
    entryPoints: [`${KIT}/cli.ts`],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    // In a team's repository, its own folder takes the place of the checkout: the packages are below it.
    plugins: [rootOf(`${KIT}/team-root.ts`)],
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    write: false,
    logLevel: 'warning',
  });
  collect(files, program);
  files.set(
    'bin/cam-remote.mjs',
    "#!/usr/bin/env node\nimport 'tsx';\nconst { main } = await import('../dist/cli.mjs');\nprocess.exitCode = await main();\n",
  );
  for (const file of ['jest-preset.cjs', 'tsconfig.remote.json']) files.set(file, readFileSync(join(ROOT, KIT, file)));
  for (const file of readdirSync(join(ROOT, 'scripts/build/browser')))
    files.set(`build/browser/${file}`, readFileSync(join(ROOT, 'scripts/build/browser', file)));
  files.set('build/refresh-loader.cjs', readFileSync(join(ROOT, 'scripts/build/refresh-loader.cjs')));
  for (const file of ['jsdom-setup.cjs', 'css-stub.cjs', 'source-stub.cjs']) files.set(file, readFileSync(join(ROOT, 'scripts/test', file)));
  return files;
}

/** Replaces the root of the checkout, which a package does not have. */
function rootOf(file: string): Plugin {
  return { name: 'root of a package', setup: ({ onResolve }) => onResolve({ filter: /\/root$/ }, () => ({ path: join(ROOT, file) })) };
}

/** The command line is one file with everything that it needs, so that `npx` has nothing else to fetch. */
async function cliFiles(): Promise<Files> {
  const program = await build({
    absWorkingDir: ROOT,
    entryPoints: ['scripts/packages/cli/main.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    alias: { '@cam/contracts/server': join(ROOT, 'contracts/src/server.ts'), '@cam/contracts': join(ROOT, 'contracts/src/index.ts') },
    plugins: [rootOf('scripts/packages/cli/cli-root.ts')],
    // CommonJS packages load Node's modules with require.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    minifySyntax: true,
    minifyWhitespace: true,
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    write: false,
    logLevel: 'warning',
  });
  const files: Files = new Map();
  collect(files, program);
  files.set('bin/cam.mjs', "#!/usr/bin/env node\nimport { main } from '../dist/main.mjs';\nprocess.exitCode = await main(process.argv.slice(2));\n");
  return files;
}

async function creatorFiles(): Promise<Files> {
  const folder = 'scripts/packages/create-remote';
  const files: Files = new Map();
  const define = { CAM_VERSION: JSON.stringify(packageVersion()), CAM_OVERRIDES: JSON.stringify(toolOverrides()) };
  const options = { absWorkingDir: ROOT, bundle: true, platform: 'node', format: 'esm', target: 'node20', outdir: 'dist', write: false } as const;
  collect(files, await build({ ...options, entryPoints: [`${folder}/main.ts`], define, outExtension: { '.js': '.mjs' }, logLevel: 'warning' }));
  files.set('bin/create-remote.mjs', "#!/usr/bin/env node\nimport '../dist/main.mjs';\n");
  const template = join(ROOT, 'scripts/templates/remote');
  for (const entry of readdirSync(template, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.set(`template/${path.slice(template.length + 1)}`, readFileSync(path));
  }
  return files;
}
