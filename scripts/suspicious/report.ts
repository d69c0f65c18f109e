// npm run suspicious [-- --write]: what the methods for suspicious activity raise of a recorded attack and of the demo company, where nobody attacks;
// with --write as the tables of docs/suspicious-activity.md.
import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { DATASET } from './judge-dataset';
import { PAGE, pageWith, TABLES } from './tables';

for (const [mark, tableOf] of Object.entries(TABLES)) {
  const table = tableOf();
  process.stdout.write(
    table === null
      ? `Skipped: the recorded attack (invictus-ir/aws_dataset) is not at ${DATASET}. CAM_ATTACK_DATA names another folder.\n\n`
      : `${table}\n\n`,
  );
  if (table === null || !process.argv.includes('--write')) continue;
  writeFileSync(PAGE, await format(pageWith(mark, table), { ...(await resolveConfig(PAGE)), filepath: PAGE }));
}
