import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import JSZip from 'jszip';
import { endpoints, LISTED_DIGESTS, snapshotOf, type ApiSnapshot, type RemoteId, type RemoteManifest } from '@cam/contracts/server';

/** A test's changes to an otherwise valid release. */
export interface ReleaseChange {
  manifest?: Partial<RemoteManifest> | Record<string, unknown>;
  /** Shared modules and ranges in the federation manifest. */
  shared?: Record<string, string>;
  /** The release's description of its calls; the contract's by default. */
  contract?: ApiSnapshot;
  /** The text of the one script. */
  script?: string;
  /** Additional files of the build, by path. */
  files?: Record<string, string>;
  /** Digests in the federation manifest, by path: true for the files' own; none by default. */
  listed?: true | Record<string, string>;
  /** Files that are replaced after digesting, so that they do not match the build. */
  tampered?: Record<string, string | Buffer>;
}

const digest = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

const digestsOf = (files: Record<string, Buffer>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [path, digest(content)]));

/** Returns a zipped release as a remote's build makes it. */
export async function releaseZip(id: RemoteId, version: string, change: ReleaseChange = {}): Promise<Uint8Array> {
  const manifest = {
    schema: 1,
    id,
    name: id,
    version,
    needs: { contracts: '^1.0.0', platform: '^1.0.0', ui: '^1.0.0' },
    calls: ['GET /v1/tenants'],
    menu: [{ id: `${id}-home`, label: id, to: `/${id}`, group: 'watch', order: 1, icon: 'alert' }],
    routes: [{ page: 'home', name: id, path: `/${id}`, title: id }],
    offers: [],
    uses: [],
    budget: 100_000,
    ...change.manifest,
  };
  const shared = Object.entries({ react: '^19.0.0', ...change.shared }).map(([name, requiredVersion]) => ({
    name,
    requiredVersion,
    singleton: true,
  }));
  const federation = (listed: Record<string, string> | undefined): object => ({
    id: `cam_${id}`,
    name: `cam_${id}`,
    metaData: { remoteEntry: { name: 'remoteEntry.1.js', path: '', type: 'global' } },
    shared,
    ...(listed ? { [LISTED_DIGESTS]: listed } : {}),
  });
  const script = Buffer.from(`${change.script ?? `/* ${id} */`}\nvar remote={pages:{home:1}};\n`.padEnd(2000, '// padding\n'));
  const code: Record<string, Buffer> = {
    'remoteEntry.1.js': script,
    ...Object.fromEntries(Object.entries(change.files ?? {}).map(([path, text]) => [path, Buffer.from(text)])),
  };
  const files: Record<string, Buffer> = {
    ...code,
    'remote.json': Buffer.from(JSON.stringify(manifest)),
    'contract.json': Buffer.from(JSON.stringify(change.contract ?? snapshotOf(manifest.calls as string[], endpoints))),
    'mf-manifest.json': Buffer.from(JSON.stringify(federation(change.listed === true ? digestsOf(code) : change.listed))),
  };
  const integrity = digestsOf(files);
  files['integrity.json'] = Buffer.from(JSON.stringify(integrity));
  files['remoteEntry.1.js.gz'] = gzipSync(script);
  const zip = new JSZip();
  for (const [path, content] of Object.entries({ ...files, ...change.tampered })) zip.file(path, content, { createFolders: false });
  return zip.generateAsync({ type: 'uint8array' });
}
