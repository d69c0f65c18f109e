import { systemChromium } from '../../scripts/test/system-chromium.cjs';
import { buildServer } from '../../server/test/support/server-process.cjs';
import { withRemotes } from './running-cam';

/** Makes the data folder that most tests' CAMs start with. The first test that needs the demo tenant makes that one. */
export default async function globalSetup(): Promise<void> {
  const { CHROME_PATH: named } = process.env;
  // Without a check, each test would fail by itself.
  if (named && systemChromium() === null) throw new Error(`CHROME_PATH names ${named}, which does not exist. Name a Chromium, or unset it.`);
  await buildServer();
  await withRemotes('console');
}
