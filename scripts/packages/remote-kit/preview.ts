import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import type { RemoteManifest } from '@cam/contracts';
import Watchpack from 'watchpack';
import { buildRemote } from '../../build/build-remote';

interface Preview {
  folder: string;
  version: string;
  port: number;
  /** Address of the console that loads the build, without a trailing slash. */
  console: string;
}

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.woff2': 'font/woff2' };

/** Wait after a change, ms. Editors write a file in several steps. */
const QUIET = 150;

/** Builds the remote at every change and serves it to one console, until the process ends. Prints the link that opens it there. */
export async function preview({ folder, version, port, console: url }: Preview): Promise<void> {
  let builds = 0;
  const build = async (): Promise<void> => {
    const started = Date.now();
    // A version of its own for every build, so that a reload never mixes the chunks of two.
    await buildRemote({ folder, version: `${version}-try.${++builds}` });
    console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s. Reload the page to see it.`);
    if (await hasTypeErrors(folder)) console.error('The types have errors, so `npm run build` would refuse this state.');
  };
  await build();
  const server = serve(join(folder, 'dist'), new URL(url).origin);
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const { id, menu, routes } = JSON.parse(readFileSync(join(folder, 'dist/remote.json'), 'utf8')) as RemoteManifest;
  const page = menu[0]?.to ?? routes[0]?.path ?? '/';
  console.log(`Open ${url}${page}?mfe=${id}@http://localhost:${port}`);

  let work = Promise.resolve();
  const watcher = new Watchpack({ aggregateTimeout: QUIET });
  watcher.watch({ directories: [join(folder, 'src')], files: [join(folder, 'remote.manifest.ts')], startTime: Date.now() });
  watcher.on('aggregated', () => {
    work = work.then(build).catch((error: unknown) => console.error((error as Error).message));
  });
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  watcher.close();
  server.close();
}

/** Serves a folder to one origin. Everything else on this machine stays out of reach. */
function serve(folder: string, origin: string): Server {
  return createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = normalize(join(folder, path));
    const type = TYPES[extname(file)];
    response.setHeader('access-control-allow-origin', origin).setHeader('cache-control', 'no-store');
    const found = file.startsWith(folder + sep) && type ? readFile(file) : Promise.reject(new Error('not served'));
    found.then(
      (content) => response.setHeader('content-type', type ?? '').end(content),
      () => response.writeHead(404).end('Not found'),
    );
  });
}

/** Prints the mistakes that the compiler finds. */
async function hasTypeErrors(folder: string): Promise<boolean> {
  const child = spawn(process.execPath, [join(folder, 'node_modules/typescript/bin/tsc'), '-p', folder], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code !== 0;
}
