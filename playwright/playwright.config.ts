import { defineConfig } from '@playwright/test';
import { systemChromium } from '../scripts/test/system-chromium.cjs';

/** Specs that share a CAM with the demo tenant. */
const ON_DEMO_TENANT = [
  'walk.spec.ts',
  'explorer.spec.ts',
  'jobs.spec.ts',
  'triage.spec.ts',
  'reviews.spec.ts',
  'screen-reader.spec.ts',
  'keyboard.spec.ts',
  'story.spec.ts',
  'graphs.spec.ts',
];

/** Runs the console as users do, in a real Chromium, on the federated build as it is deployed. Each worker has its own CAM. */
export default defineConfig({
  testDir: '.',
  // The longest tests go first, so that no worker waits for the other at the end.
  projects: [
    { name: 'demo tenant', testMatch: ON_DEMO_TENANT },
    { name: 'console', testMatch: '*.spec.ts', testIgnore: ON_DEMO_TENANT },
  ],
  globalSetup: './support/global-setup.ts',
  outputDir: '../test-results',
  // One more than the cores of CI: a worker and all that it starts keep less than one core busy.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '../test-results/results.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    // Recording doubles the time of a test: npm test -- --trace retain-on-failure.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Without animations, elements hold still at once. The console follows this setting.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: systemChromium() ?? undefined,
      // Windowed browsers isolate sites, without which the console does not learn how much memory it uses. The headless shell has to be told.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--site-per-process',
        '--disable-background-networking',
        '--no-first-run',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
