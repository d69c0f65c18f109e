import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const systemChromium = process.env.CHROME_PATH ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((file) => existsSync(file));

/** What a person does, in a real Chromium, on the federated build as it is deployed. Each worker has a CAM of its own. */
export default defineConfig({
  testDir: '.',
  // The walk through the demo tenant is half of the work of all: it goes first, and one worker is at it while the other does the rest.
  projects: [
    { name: 'demo tenant', testMatch: 'explorer.spec.ts' },
    { name: 'console', testMatch: '*.spec.ts', testIgnore: 'explorer.spec.ts' },
  ],
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '../test-results/results.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: systemChromium,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run', '--disable-component-update', '--disable-sync'],
    },
  },
});
