import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { CliFailure } from '../cli/failure';

/** Throws a CliFailure where CAM runs on this data already (two servers would spoil the database), or where the port is taken. */
export async function refuseWhereTaken(dataDir: string, host: string, port: number): Promise<void> {
  const running = runningServer(dataDir);
  if (running && (await answers(running.url))) {
    throw new CliFailure(
      `CAM is running on the data in ${dataDir} already: ${running.publicUrl} (process ${running.pid}). Stop it first, with Ctrl-C where it was started.`,
    );
  }
  const isTaken = await new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => resolve(false)));
  });
  if (isTaken) throw new CliFailure(`Port ${port} is taken by another program. Stop that, or choose another port: PORT=${port + 1} npm start`);
}

interface ServerFile {
  url: string;
  publicUrl: string;
  pid: number;
}

function runningServer(dataDir: string): ServerFile | null {
  try {
    const server = JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8')) as ServerFile;
    process.kill(server.pid, 0);
    return server;
  } catch {
    return null;
  }
}

/** A process of that number may be another program by now. */
async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}
