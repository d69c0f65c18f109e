// npm run release -- major|minor|patch|VERSION [--dry-run]: releases all packages under one version, with a commit and a tag.
import { runTypeScript } from './run-typescript.mjs';

process.exit(await runTypeScript('scripts/release/main.ts', process.argv.slice(2)));
