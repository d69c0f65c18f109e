import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deployRemotes } from '../cli/deploy';
import { CliFailure } from '../cli/failure';
import { ROOT } from '../build/root';
import { refuseWhereTaken } from './refuse-where-taken';
import { startServer } from './server-process';

/** Starts the built server, deploys the built remotes and says where CAM is; resolves with an exit code when the server has ended. */
export async function startCam(env: NodeJS.ProcessEnv): Promise<number> {
  const port = env.PORT || '8080';
  const dataDir = resolve(ROOT, env.CAM_DATA || '.data');
  try {
    await refuseWhereTaken(dataDir, env.CAM_HOST || '127.0.0.1', Number(port));
    console.log('Starting the server (the first time takes some seconds longer) ...');
    const server = await startServer({ ...env, PORT: port, CAM_DATA: dataDir });
    // The terminal sends Ctrl-C to the server as well; asking it twice to stop does no harm.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void server.stop());
    try {
      const { changed, refused } = await deployRemotes(ROOT, dataDir);
      if (changed.length > 0) console.log(`Deployed ${changed.sort().join(', ')}`);
      for (const { id, why } of refused) console.error(`${id} is not deployed: ${why}`);
    } catch (error) {
      await server.stop();
      throw error;
    }
    printDemoUsers(dataDir);
    console.log(`CAM ready at ${server.publicUrl}`);
    return await server.exited;
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** Without the demo tenant there is nobody to print. */
function printDemoUsers(dataDir: string): void {
  let text: string;
  try {
    text = readFileSync(join(dataDir, 'demo-users.json'), 'utf8');
  } catch {
    return;
  }
  const { users } = JSON.parse(text) as { users: { email: string; password: string }[] };
  console.log('\nSign in as');
  for (const { email, password } of users) console.log(`  ${email.padEnd(22)} ${password}`);
  console.log('');
}
