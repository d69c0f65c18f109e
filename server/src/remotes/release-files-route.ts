import type { FastifyInstance } from 'fastify';
import { isRemoteId } from '@cam/contracts/server';
import { IMMUTABLE, sendStaticFile } from '../http/static-files';
import { VERSION_PATTERN } from './release';
import type { ReleaseFolders } from './release-folder';

/** Serves the files of releases. They never change, so they are kept for a year; what is not there is a plain 404, never a page. */
export function releaseFilesRoute(app: FastifyInstance, folders: ReleaseFolders): void {
  app.get('/r/:id/:version/*', async (request, reply) => {
    const { id, version, '*': path } = request.params as { id: string; version: string; '*': string };
    const isRelease = isRemoteId(id) && VERSION_PATTERN.test(version);
    if (isRelease && (await sendStaticFile(request, reply, folders.of(id, version), path, IMMUTABLE))) return reply;
    return reply.code(404).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('Not found');
  });
}
