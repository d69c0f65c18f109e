// npm run suspicious [-- --write]: what the methods for suspicious activity raise of a recorded attack and of the demo company, where nobody attacks;
// with --write as the tables of docs/suspicious-activity.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { ROOT } from '../run-typescript.mjs';
import { DATASET, judgeDataset } from './judge-dataset';
import { judgeDemo } from './judge-demo';

const PAGE = join(ROOT, 'docs/suspicious-activity.md');
const doesWrite = process.argv.includes('--write');

if (existsSync(DATASET)) await tell('attack', judgeDataset(DATASET));
else process.stdout.write(`Skipped: the recorded attack (invictus-ir/aws_dataset) is not at ${DATASET}. CAM_ATTACK_DATA names another folder.\n`);
await tell('demo', judgeDemo());

/** Prints a table and, where it is asked for, puts it between its marks on the page. */
async function tell(mark: string, table: string): Promise<void> {
  process.stdout.write(`${table}\n\n`);
  if (!doesWrite) return;
  const page = readFileSync(PAGE, 'utf8');
  const begin = page.indexOf(`<!-- ${mark} -->`);
  const end = page.indexOf(`<!-- end of ${mark} -->`);
  const written = `${page.slice(0, begin)}<!-- ${mark} -->\n\n${table}\n\n${page.slice(end)}`;
  writeFileSync(PAGE, await format(written, { ...(await resolveConfig(PAGE)), filepath: PAGE }));
}
