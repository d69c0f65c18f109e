import { existsSync } from 'node:fs';

/** Returns the system's Chromium, or undefined to use Playwright's own. */
export function systemChromium(): string | undefined {
  return process.env.CHROME_PATH ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((file) => existsSync(file));
}
