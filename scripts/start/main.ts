import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir } from '../cli/installation';
import { publishBuiltRemotes } from './publish-remotes';
import { startServer } from './server-process';

const port = process.env.PORT || '8080';

console.log('Starting the server (the first time takes some seconds) ...');
const server = await startServer({ ...process.env, PORT: port, CAM_DATA: dataDir() });

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void server.stop());
server.exited.then((code) => process.exit(code));

try {
  await publishBuiltRemotes();
} catch (error) {
  console.error((error as Error).message);
  await server.stop();
  process.exit(1);
}
printDemoUsers();
console.log(`CAM ready at ${server.publicUrl}`);

function printDemoUsers(): void {
  try {
    const { users } = JSON.parse(readFileSync(join(dataDir(), 'demo-users.json'), 'utf8')) as { users: { email: string; password: string }[] };
    console.log('\nSign in as');
    for (const { email, password } of users) console.log(`  ${email.padEnd(22)} ${password}`);
    console.log('');
  } catch {
    // Without the demo tenant there is nobody to print.
  }
}
