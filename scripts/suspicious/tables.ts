import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATASET, judgeDataset } from './judge-dataset';
import { judgeDemo } from './judge-demo';

/** The page that the tables stand on. */
export const PAGE = join(process.cwd(), 'docs/suspicious-activity.md');

/** By the mark around its place on the page; null where its data is missing. */
export const TABLES: Readonly<Record<'attack' | 'demo', () => string | null>> = {
  attack: () => (existsSync(DATASET) ? judgeDataset(DATASET) : null),
  demo: judgeDemo,
};

/** The page with a table in the place of that mark; how wide its columns are is for prettier to say. */
export function pageWith(mark: string, table: string): string {
  const page = readFileSync(PAGE, 'utf8');
  const [begin, end] = [page.indexOf(`<!-- ${mark} -->`), page.indexOf(`<!-- end of ${mark} -->`)];
  if (begin < 0 || end < begin) throw new Error(`${PAGE} has no place for the table ${mark}`);
  return `${page.slice(0, begin)}<!-- ${mark} -->\n\n${table}\n\n${page.slice(end)}`;
}
