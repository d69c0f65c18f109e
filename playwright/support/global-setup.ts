import { prepareData } from '../../server/test/support/prepared-data.cjs';
import { buildServer } from '../../server/test/support/server-process.cjs';

/** Makes the data folder that most CAMs of the tests start with; the demo tenant's is made by the first test that needs it. */
export default async function globalSetup(): Promise<void> {
  await buildServer();
  await prepareData('installation');
}
