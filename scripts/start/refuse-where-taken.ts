import { createServer } from 'node:net';
import { ConfigError } from '../../server/src/platform/config-error';
import { lockFolder } from '../../server/src/platform/folder-lock';
import { CliFailure } from '../cli/failure';

/** Throws a CliFailure where CAM runs on this data already, or where the port is taken. A build would otherwise precede the refusal. */
export async function refuseWhereTaken({ dataDir, host, port, isOnPostgres }: Place): Promise<void> {
  try {
    (await lockFolder(dataDir, { what: 'A starting CAM', shared: isOnPostgres })).release();
  } catch (error) {
    throw error instanceof ConfigError ? new CliFailure(error.message) : error;
  }
  const isTaken = await new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => resolve(false)));
  });
  if (isTaken) throw new CliFailure(`Port ${port} is taken by another program. Stop that, or choose another port: PORT=${port + 1} npm start`);
}

interface Place {
  dataDir: string;
  host: string;
  port: number;
  isOnPostgres: boolean;
}
