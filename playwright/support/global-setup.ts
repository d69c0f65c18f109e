import { buildServer } from '../../server/test/support/server-process.cjs';
import { withRemotes } from './running-cam';

/** Makes the data folder that most tests' CAMs start with. The first test that needs the demo tenant makes that one. */
export default async function globalSetup(): Promise<void> {
  await buildServer();
  await withRemotes('console');
}
