import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** What each line must not say, by the file that it stands in. */
const REFUSED: [string, string][] = [
  ['remotes/alerts/src/x.tsx', "import { Page } from '@cam/remote-reports';"],
  ['remotes/alerts/src/x.tsx', "import { Page } from '../../reports/src/ReportsPage';"],
  ['remotes/alerts/src/deep/folder/x.tsx', "import { Page } from '../../../../reports/src/ReportsPage';"],
  ['remotes/alerts/src/x.tsx', "import { Button } from 'antd';"],
  ['remotes/alerts/src/x.tsx', "import { BellOutlined } from '@ant-design/icons';"],
  ['remotes/alerts/src/x.tsx', "import { signOut } from '@cam/platform/host';"],
  ['remotes/alerts/src/x.tsx', "import { endpoints } from '@cam/contracts/server';"],
  ['remotes/alerts/src/x.tsx', "import { shell } from '@cam/host/shell';"],
  ['host/src/x.tsx', "import Alerts from '../../remotes/alerts/src/remote';"],
  ['host/src/x.tsx', "import { Button } from 'antd';"],
  ['shared/platform/src/x.ts', "import { Button } from '@cam/ui';"],
  ['contracts/src/x.ts', "import { api } from '@cam/platform';"],
  ['server/src/reports/x.ts', "import { readPolicies } from '../remotes/store';"],
  ['server/src/reports/deep/x.ts', "import type { RemotesTables } from '../../remotes/tables';"],
];

const ALLOWED: [string, string][] = [
  ['remotes/alerts/src/x.tsx', "import { Button } from '@cam/ui';"],
  ['remotes/alerts/src/deep/x.tsx', "import { Row } from '../list/Row';"],
  ['shared/ui/src/x.tsx', "import { Button } from 'antd';"],
  ['server/src/reports/x.ts', "import { insertReport } from './store';"],
  ['server/src/reports/x.ts', "import type { RemotesService } from '../remotes/service';"],
  ['server/src/db/x.ts', "import type { RemotesTables } from '../remotes/tables';"],
];

function boundaryBroken(cases: [string, string][]): boolean[] {
  const input = JSON.stringify(cases.map(([path, text]) => ({ path: join(ROOT, path), text })));
  const output = execFileSync(process.execPath, [join(ROOT, 'scripts/test/lint-texts.mjs')], { input, cwd: ROOT, encoding: 'utf8' });
  return (JSON.parse(output) as string[][]).map((rules) => rules.includes('no-restricted-imports'));
}

describe('the lint rule that holds the arrows of the architecture', () => {
  it('refuses every import against them', () => {
    const broken = boundaryBroken(REFUSED);
    expect(REFUSED.filter((_case, index) => !broken[index])).toEqual([]);
  }, 60_000);

  it('lets through what goes along them', () => {
    const broken = boundaryBroken(ALLOWED);
    expect(ALLOWED.filter((_case, index) => broken[index])).toEqual([]);
  }, 60_000);
});
