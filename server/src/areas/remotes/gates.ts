import { gunzipSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { Ajv } from 'ajv';
import { ENTRY_FILE, HOST_LOADER, nameProblems, offeredParts, RemoteManifest, type RemoteManifest as Manifest } from '@cam/contracts/server';
import { addressRefusals } from './address-gates';
import { callsGate } from './calls-gate';
import { incompatibilities } from './host-compatibility';
import { isShared, VERSION_PATTERN } from './release';
import type { ReleaseFiles } from './release-archive';
import {
  FEDERATION_FILE,
  INTEGRITY_FILE,
  MANIFEST_FILE,
  consumedBy,
  entryDigests,
  integrityOf,
  isCompressedCopy,
  isLoadable,
  jsonOf,
  listedDigests,
  sharedRanges,
} from './release-candidate';
import { stylesGate } from './styles-gate';
import type { GateContext, Refusal } from './gate';

/** The global through which webpack replaces modules in a page. No other build has it. */
const DEVELOPMENT_MARK = 'webpackHotUpdate';

const validateManifest = new Ajv({ allErrors: true, strict: false }).compile(RemoteManifest);

/** Runs all gates and returns all refusals at once, so that one run shows everything to fix. */
export function refusalsOf(files: ReleaseFiles, world: GateContext): Refusal[] {
  const manifest = jsonOf(files, MANIFEST_FILE);
  const broken = manifestGate(manifest, world);
  if (broken.length > 0) return broken;
  const valid = manifest as Manifest;
  return [
    ...filesGate(files),
    ...developmentGate(files),
    ...digestsGate(files),
    ...listedGate(files),
    ...namesGate(valid, files, world),
    ...addressRefusals(valid, world.others),
    // A rollback is no time to refuse names: a part or flag whose owner is gone is not shown, and nothing breaks.
    ...nameProblems(valid, world.others).map((problem): Refusal => ({ gate: 'names', ...problem })),
    ...callsGate(valid, files, world),
    ...pagesGate(valid, files),
    ...stylesGate(files, valid.id),
    ...sharedGate(valid, files, world),
    ...sizeGate(files, world),
  ];
}

function manifestGate(manifest: unknown, { id }: GateContext): Refusal[] {
  if (manifest === undefined) {
    return [{ gate: 'manifest', problem: `${MANIFEST_FILE} is missing or not JSON.`, fix: `Build with: npm run build -- remotes/${id}` }];
  }
  if (!validateManifest(manifest)) {
    // A name is one of CAM or one of an area. The list of CAM's explains both.
    const all = validateManifest.errors ?? [];
    const telling = all.filter(({ schemaPath }) => !/\/anyOf(\/1\/pattern)?$/.test(schemaPath));
    return (telling.length > 0 ? telling : all).slice(0, 20).map((error) => {
      const params = error.params as { allowedValues?: string[]; additionalProperty?: string };
      const detail = params.allowedValues
        ? ` (known: ${params.allowedValues.join(', ')}${error.schemaPath.includes('/anyOf/') ? ', and names of areas such as billing.approve' : ''})`
        : params.additionalProperty
          ? ` (${params.additionalProperty})`
          : '';
      const problem = `The manifest is invalid at ${error.instancePath || '/'}: ${error.message}${detail}.`;
      return { gate: 'manifest' as const, problem, fix: 'Correct remote.manifest.ts and build again.' };
    });
  }
  const { id: ownId, version } = manifest as Manifest;
  if (ownId !== id) {
    return [
      { gate: 'manifest', problem: `The release belongs to "${ownId}", not to "${id}".`, fix: `Publish it as ${ownId}, or build remotes/${id}.` },
    ];
  }
  if (!VERSION_PATTERN.test(version)) {
    return [
      { gate: 'version', problem: `"${version}" is not a version.`, fix: 'Use a semantic version such as 1.4.0 or 1.4.0-rc.1 in package.json.' },
    ];
  }
  return [];
}

function filesGate(files: ReleaseFiles): Refusal[] {
  const fix = 'Build with the defineRemote preset, which writes it.';
  const refusals: Refusal[] = [];
  const federation = jsonOf(files, FEDERATION_FILE);
  if (sharedRanges(federation) === null)
    refusals.push({ gate: 'files', problem: `${FEDERATION_FILE} is missing or not a federation manifest.`, fix });
  const entry = (federation as { metaData?: { remoteEntry?: { path?: string; name?: string } } } | undefined)?.metaData?.remoteEntry;
  const entryPath = [entry?.path, entry?.name].filter(Boolean).join('/');
  if (federation !== undefined && !files.has(entryPath)) {
    refusals.push({
      gate: 'files',
      problem: `The entry file "${entryPath}" that ${FEDERATION_FILE} names is not in the release.`,
      fix: 'Zip the whole of dist.',
    });
  }
  return refusals;
}

/** Checks that no script is of a build under development. Its types may be wrong, and it would load code from a developer's machine. */
function developmentGate(files: ReleaseFiles): Refusal[] {
  return [...files]
    .filter(([path, content]) => path.endsWith('.js') && content.includes(DEVELOPMENT_MARK))
    .slice(0, 1)
    .map(([path]) => ({
      gate: 'development',
      problem: `"${path}" is of a build for development.`,
      fix: 'Publish what `npm run build` writes into dist.',
    }));
}

function digestsGate(files: ReleaseFiles): Refusal[] {
  const fix = 'Build again and publish without changing dist.';
  const claimed = jsonOf(files, INTEGRITY_FILE) as Record<string, string> | undefined;
  if (!claimed || typeof claimed !== 'object') return [{ gate: 'digests', problem: `${INTEGRITY_FILE} is missing or not JSON.`, fix }];
  const actual = integrityOf(files);
  const wrong = [...new Set([...Object.keys(actual), ...Object.keys(claimed)])].filter((path) => claimed[path] !== actual[path]);
  const copies = [...files].filter(([path, content]) => isCompressedCopy(path) && !isCopyOf(path, content, files)).map(([path]) => path);
  return [...wrong, ...copies].slice(0, 10).map((path) => ({
    gate: 'digests' as const,
    problem:
      !(path in actual) && !isCompressedCopy(path)
        ? `"${path}" is listed in ${INTEGRITY_FILE} but not in the release.`
        : `"${path}" differs from what the build wrote.`,
    fix,
  }));
}

/**
 * Checks the digests in the manifest and in the entry, which browsers verify: a wrong one would block the area, a missing one would let a file through
 * unchecked.
 */
function listedGate(files: ReleaseFiles): Refusal[] {
  const federation = jsonOf(files, FEDERATION_FILE);
  const inEntry = sharedRanges(federation)?.[HOST_LOADER] === undefined ? entryDigests(files) : (entryDigests(files) ?? {});
  return [
    ...differencesFrom(FEDERATION_FILE, listedDigests(federation), files, [FEDERATION_FILE]),
    ...differencesFrom(ENTRY_FILE, inEntry, files, [FEDERATION_FILE, ENTRY_FILE]),
  ];
}

function differencesFrom(list: string, listed: Record<string, unknown> | null, files: ReleaseFiles, unlisted: readonly string[]): Refusal[] {
  if (!listed) return [];
  const actual = Object.entries(integrityOf(files)).filter(([path]) => isLoadable(path) && !unlisted.includes(path));
  const known = new Set(actual.map(([path]) => path));
  const wrong = [
    ...actual.filter(([path, digest]) => listed[path] !== digest).map(([path]) => path),
    ...Object.keys(listed).filter((path) => !known.has(path)),
  ];
  return wrong.slice(0, 10).map((path) => ({
    gate: 'digests' as const,
    problem: `"${path}" differs from what ${list} lists.`,
    fix: 'Build again and publish without changing dist.',
  }));
}

/** Checks hashed names: such a name is one URL for all releases, which caches keep for a year, so its content must never change. */
function namesGate({ version }: Manifest, files: ReleaseFiles, { published }: GateContext): Refusal[] {
  return Object.entries(integrityOf(files)).flatMap(([path, digest]): Refusal[] => {
    const known = isShared(path) ? published.find((one) => one.version !== version && Object.hasOwn(one.integrity, path)) : undefined;
    if (!known || known.integrity[path] === digest) return [];
    const problem = `"${path}" has other content in release ${known.version}, although the name has the same digest.`;
    return [
      { gate: 'digests', problem, fix: 'Build with the defineRemote preset, which names files by their content, and do not change dist afterwards.' },
    ];
  });
}

/** Reports whether a compressed copy contains the exact bytes of the digest. */
function isCopyOf(path: string, content: Buffer, files: ReleaseFiles): boolean {
  const original = files.get(path.slice(0, -3));
  if (!original) return false;
  try {
    const options = { maxOutputLength: original.length + 1 };
    return (path.endsWith('.br') ? brotliDecompressSync(content, options) : gunzipSync(content, options)).equals(original);
  } catch {
    return false;
  }
}

/** Checks exports: minifying keeps property names, so a page or part that no script names is not exported. */
function pagesGate(manifest: Manifest, files: ReleaseFiles): Refusal[] {
  const scripts = [...files].filter(([path]) => path.endsWith('.js')).map(([, content]) => content.toString('utf8'));
  const isExported = (key: string): boolean => {
    const name = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const property = new RegExp(`(["'\`]${name}["'\`]|[{,\\s]${name})\\s*:`);
    return scripts.some((script) => property.test(script));
  };
  const missing =
    (kind: 'page' | 'part') =>
    (key: string): Refusal => ({
      gate: 'pages',
      problem: `The manifest declares the ${kind} "${key}", which ./remote does not export.`,
      fix: `Add it to ${kind}s in src/remote.tsx, or remove it from remote.manifest.ts.`,
    });
  const pages = [...new Set(manifest.routes.map((route) => route.page))];
  return [
    ...pages.filter((page) => !isExported(page)).map(missing('page')),
    ...offeredParts(manifest)
      .filter((part) => !isExported(part))
      .map(missing('part')),
  ];
}

function sharedGate(manifest: Manifest, files: ReleaseFiles, { host }: GateContext): Refusal[] {
  if (!host) return [];
  return incompatibilities(consumedBy(manifest, jsonOf(files, FEDERATION_FILE)), host).map((misfit) => ({
    gate: 'shared',
    problem: `The release is not compatible with the host: ${misfit}.`,
    fix: 'Deploy a host that provides it first, or build against the current host.',
  }));
}

function sizeGate(files: ReleaseFiles, { sizeLimit }: GateContext): Refusal[] {
  const bytes = [...files].filter(([path]) => /\.(js|css)$/.test(path)).reduce((sum, [, content]) => sum + gzipSync(content).length, 0);
  if (bytes <= sizeLimit) return [];
  const problem = `Its scripts and styles are ${bytes} bytes (gzip), above the limit of ${sizeLimit} that the operator sets.`;
  return [{ gate: 'size', problem, fix: 'Reduce them, or ask the operator to raise the limit of this remote in CAM_RELEASE_SIZES.' }];
}
