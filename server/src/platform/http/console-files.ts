import type { FastifyInstance } from 'fastify';
import { unknownPath } from './app';
import { FolderStorage } from '../storage';
import { IMMUTABLE, sendStaticFile } from './static-files';

/** Paths of the server, which the console's page never answers. */
const SERVER_PATHS = /^\/(v1|v2|beta|graph-querymgr|identity|scim|oauth|\.well-known|r|npm|assets|healthz)(\/|$)/;

/** A page of the help: /help for its start, /help/alerts for a document. */
const HELP_PAGE = /^\/help(?:\/([a-z-]+))?\/?$/;

/** Serves the built host: hashed files with a year of caching, the help, and its page for every path of the console. */
export function serveConsole(app: FastifyInstance, hostDir: string): void {
  const files = new FolderStorage(hostDir);
  app.get('/assets/*', async (request, reply) => {
    const path = `assets/${(request.params as { '*': string })['*']}`;
    if (!(await sendStaticFile(request, reply, files, path, IMMUTABLE))) return reply.code(404).type('text/plain').send('Not found');
    return reply;
  });

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !SERVER_PATHS.test(path);
    if (!wantsPage) throw unknownPath(request.method, request.url);
    const help = HELP_PAGE.exec(path);
    if (help && (await sendStaticFile(request, reply, files, `help/${help[1] ?? 'index'}.html`, 'no-cache'))) return reply;
    const isFileName = /\.[a-z0-9]{2,5}$/i.test(path);
    if (isFileName) {
      if (await sendStaticFile(request, reply, files, path.slice(1), 'public, max-age=3600')) return reply;
      return reply.code(404).type('text/plain').send('Not found');
    }
    if (await sendStaticFile(request, reply, files, 'index.html', 'no-cache')) return reply;
    return reply.code(503).type('text/plain').send('The console is not built. Run: npm run build');
  });
}
