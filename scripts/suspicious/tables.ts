import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATASET, judgeDataset } from './judge-dataset';
import { judgeDemo } from './judge-demo';

/** The page with the tables. */
export const PAGE = join(process.cwd(), 'docs/suspicious-activity.md');

/** Tables by the marker of their place on the page. Null if the data is missing. */
export const TABLES: Readonly<Record<'attack' | 'demo', () => string | null>> = {
  attack: () => (existsSync(DATASET) ? judgeDataset(DATASET) : null),
  demo: judgeDemo,
};

/** Returns the page with a new table between its markers. oxfmt aligns its columns. */
export function pageWith(mark: string, table: string): string {
  const page = readFileSync(PAGE, 'utf8');
  const [begin, end] = [page.indexOf(`<!-- ${mark} -->`), page.indexOf(`<!-- end of ${mark} -->`)];
  if (begin < 0 || end < begin) throw new Error(`${PAGE} has no place for the table ${mark}`);
  return `${page.slice(0, begin)}<!-- ${mark} -->\n\n${table}\n\n${page.slice(end)}`;
}
