import { parseArgs } from 'node:util';
import { ROOT } from '../build/root';
import { buildPackages, PACKAGES_DIST } from '../packages/build-packages';
import { release, ReleaseError } from './release';

const USAGE = 'Usage: npm run release -- major|minor|patch|VERSION [--dry-run]';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean', default: false } } });
  const [wanted, ...others] = positionals;
  if (!wanted || others.length > 0) throw new ReleaseError(USAGE);
  const today = new Date().toISOString().slice(0, 10);
  const { version, files, notes } = release(ROOT, wanted, today, { isDryRun: values['dry-run'] });
  console.log(`${notes}\n`);
  if (values['dry-run']) console.log(`Dry run: v${version} would change ${files.join(', ')}. Nothing was written.`);
  else {
    console.log(`Released ${version} as commit and tag v${version}. Publish it with: git push --follow-tags`);
    await buildPackages();
    console.log(`Packed the packages for teams into ${PACKAGES_DIST}`);
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
