// npm run suspicious [-- --write]: prints the alerts about a recorded attack and about the demo company, which has no attack. With --write, updates
// the tables of docs/suspicious-activity.md.
import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { DATASET } from './judge-dataset';
import { PAGE, pageWith, TABLES } from './tables';

for (const [mark, tableOf] of Object.entries(TABLES)) {
  const table = tableOf();
  process.stdout.write(
    table === null
      ? `Skipped: the recorded attack (invictus-ir/aws_dataset) is not at ${DATASET}. Set CAM_ATTACK_DATA to its folder.\n\n`
      : `${table}\n\n`,
  );
  if (table === null || !process.argv.includes('--write')) continue;
  writeFileSync(PAGE, await format(pageWith(mark, table), { ...(await resolveConfig(PAGE)), filepath: PAGE }));
}
