import type { FastifyInstance, FastifyReply } from 'fastify';
import { isRemoteId } from '@cam/contracts/server';
import { IMMUTABLE, sendStaticFile } from '../../platform/http/static-files';
import { SHARED_FILES, VERSION_PATTERN } from './release';
import type { RemotesService } from './service';
import { isSourceMap } from './source-maps';

/**
 * Serves the files of releases. They never change, so browsers cache them for a year; a missing file is a plain 404, never a page. Hashed names also
 * have a URL without a release, so that releases with equal files share one download.
 */
export function releaseFilesRoute(app: FastifyInstance, remotes: RemotesService): void {
  app.get('/r/:id/:version/*', async (request, reply) => {
    const { id, version, '*': path } = request.params as { id: string; version: string; '*': string };
    // Releases that an earlier server stored may still hold source maps.
    const isRelease = isRemoteId(id) && VERSION_PATTERN.test(version) && !isSourceMap(path);
    if (isRelease && (await sendStaticFile(request, reply, remotes.folders.of(id, version), path, IMMUTABLE))) return reply;
    return notFound(reply);
  });

  app.get(`/r/:id/${SHARED_FILES}/*`, async (request, reply) => {
    const { id, '*': path } = request.params as { id: string; '*': string };
    const owner = isRemoteId(id) && !isSourceMap(path) ? await remotes.releaseWith(id, path) : undefined;
    if (owner && (await sendStaticFile(request, reply, remotes.folders.of(owner.id, owner.version), path, IMMUTABLE))) return reply;
    return notFound(reply);
  });
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('Not found');
}
