import { existsSync, readFileSync } from 'node:fs';
import { DATASET } from './judge-dataset';
import { PAGE, pageWith, TABLES } from './tables';

/** Without the width of columns. */
const plain = (page: string): string => page.replace(/ {2,}/g, ' ').replace(/-{3,}/g, '---');
const page = plain(readFileSync(PAGE, 'utf8'));

it('docs/suspicious-activity.md lists the alerts of the demo company', () => expect(plain(pageWith('demo', TABLES.demo() ?? ''))).toBe(page), 60_000);

const hasDataset = existsSync(DATASET);
(hasDataset ? it : it.skip)(
  `docs/suspicious-activity.md lists the alerts of the recorded attack${hasDataset ? '' : ' (no dataset)'}`,
  () => expect(plain(pageWith('attack', TABLES.attack() ?? ''))).toBe(page),
  60_000,
);
