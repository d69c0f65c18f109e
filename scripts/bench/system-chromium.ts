import { existsSync } from 'node:fs';

/** The Chromium of the machine; undefined: the one that Playwright brings. */
export function systemChromium(): string | undefined {
  return process.env.CHROME_PATH ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((file) => existsSync(file));
}
