import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PUBLISHER_PREFIX, type Publisher } from '../../platform/http/mount';

/** A packed package, as the build lists it in `packages.json`. */
interface PackedPackage {
  /** Name of the tarball in the folder. */
  file: string;
  manifest: { name: string; version: string };
  integrity: string;
  shasum: string;
}

export interface PackagesDependencies {
  /** Folder of `packages.json` and the tarballs. */
  folder: string;
  publicUrl: string;
  verifyPublisher: (token: string) => Promise<Publisher | null>;
}

const NOT_BUILT = 'The packages are not built. The operator builds them with: npm run build -- packages';
const NO_TOKEN =
  'This registry needs a valid publisher token. Set CAM_PUBLISHER_TOKEN, which .npmrc sends as _authToken, or ask the operator for a token.';

/**
 * Serves the packages for teams as a registry of npm that is read only: each has one version, that of the console. Every request needs a publisher token, of
 * whatever remote. Errors have the field `error`, which npm prints.
 */
export function packagesRoutes(app: FastifyInstance, { folder, publicUrl, verifyPublisher }: PackagesDependencies): void {
  const isPublisher = async ({ headers }: FastifyRequest): Promise<boolean> => {
    const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    return token.startsWith(PUBLISHER_PREFIX) && (await verifyPublisher(token)) !== null;
  };

  // npm escapes the slash of a scope, so a package is one or two parts of the path.
  app.get('/npm/*', async (request, reply) => {
    reply.header('cache-control', 'private, no-cache').header('vary', 'authorization');
    if (!(await isPublisher(request))) return refuse(reply.header('www-authenticate', 'Bearer'), 401, NO_TOKEN);
    const packages = await listIn(folder);
    if (!packages) return refuse(reply, 503, NOT_BUILT);
    const [name = '', tarball] = (request.params as { '*': string })['*'].split('/-/');
    const packed = Object.hasOwn(packages, name) ? packages[name] : undefined;
    if (!packed) return refuse(reply, 404, `There is no package ${name} here. This registry has ${Object.keys(packages).join(', ')}.`);
    if (tarball === undefined) return packumentOf(packed, `${originOf(request, publicUrl)}/npm/`);
    if (tarball !== packed.file)
      return refuse(reply, 404, `This console has version ${packed.manifest.version} of ${name} only. Run: npm update ${name}`);
    return reply.type('application/octet-stream').send(createReadStream(join(folder, packed.file)));
  });
}

/** Returns what npm reads about a package: its only version, and where the tarball is. */
function packumentOf({ file, manifest, integrity, shasum }: PackedPackage, registry: string): object {
  const { name, version } = manifest;
  const dist = { tarball: `${registry}${name}/-/${file}`, integrity, shasum };
  return { _id: name, name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, _id: `${name}@${version}`, dist } } };
}

/** Returns the origin by which npm reached the server: it sends its token to no other one. */
function originOf({ protocol, host }: FastifyRequest, publicUrl: string): string {
  return host === new URL(publicUrl).host ? publicUrl : `${protocol}://${host}`;
}

async function listIn(folder: string): Promise<Record<string, PackedPackage> | null> {
  try {
    return JSON.parse(await readFile(join(folder, 'packages.json'), 'utf8')) as Record<string, PackedPackage>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function refuse(reply: FastifyReply, status: number, error: string): FastifyReply {
  return reply.code(status).send({ error });
}
