// npm run suspicious [-- --write]: prints the alerts about a recorded attack and about the demo company, which has one intruder. With --write, updates
// the tables of docs/suspicious-activity.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, type FormatConfig } from 'oxfmt';
import { DATASET } from './judge-dataset';
import { PAGE, pageWith, TABLES } from './tables';

const layout = JSON.parse(readFileSync(join(process.cwd(), '.oxfmtrc.json'), 'utf8')) as FormatConfig;

for (const [mark, tableOf] of Object.entries(TABLES)) {
  const table = tableOf();
  process.stdout.write(
    table === null
      ? `Skipped: the recorded attack (invictus-ir/aws_dataset) is not at ${DATASET}. Set CAM_ATTACK_DATA to its folder.\n\n`
      : `${table}\n\n`,
  );
  if (table === null || !process.argv.includes('--write')) continue;
  const { code } = await format(PAGE, pageWith(mark, table), layout);
  writeFileSync(PAGE, code);
}
