/** Returns the Chromium to test in: CHROME_PATH, or the first that the system has. Returns null without one. */
export function systemChromium(): string | null;
