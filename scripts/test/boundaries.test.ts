import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBroken, type Planted } from '../lint/planted-violations';

const ROOT = join(__dirname, '../..');

/** Forbidden imports, each with the file that must not contain it. */
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
];

const ALLOWED: [string, string][] = [
  ['remotes/alerts/src/x.tsx', "import { Button } from '@cam/ui';"],
  ['remotes/alerts/src/deep/x.tsx', "import { Row } from '../list/Row';"],
  ['shared/ui/src/x.tsx', "import { Button } from 'antd';"],
];

it('no-restricted-imports reports every forbidden import between packages, and no other', () => {
  const planted = ([path, text]: [string, string]): Planted => ['no-restricted-imports', path, text];
  expect(findBroken([...REFUSED, ...ALLOWED].map(planted))).toEqual(REFUSED.map(planted));
}, 60_000);

/** The files of the server that may open a connection, and who decides where to. No request decides it. */
const CONNECTING: Record<string, string> = {
  'sources/connectors/http/transport.ts': 'providers, by ProviderEndpoints; the server says who it is at AWS by its environment',
  'areas/identity-platform/outside.ts': 'the operator: CAM_OIDC_ISSUER',
  'areas/notifications/send-mail.ts': 'the operator: CAM_SMTP_URL',
  'areas/notifications/send-syslog.ts': 'a tenant; private addresses only where the operator allows them (OutboundTargets)',
  'areas/notifications/send-webhook.ts': 'a tenant; private addresses only where the operator allows them (OutboundTargets)',
  'platform/security/outbound-targets.ts': 'names that a tenant set are resolved, and nothing is sent',
  'areas/tenants/sign-in.ts': 'the identity platform',
};
const CONNECTS =
  /\bfetch\(|\b(?:http|https|tls|net|dgram)\.(?:request|get|connect|createSocket)\(|^import (?!type)[^;]*\b(?:lookup|connect|createSocket|createTransport|http|https|request)\b[^;]* from '(?:node:(?:dns\/promises|dns|net|tls|dgram|http|https|http2)|nodemailer|undici)'/m;

it('only the listed files of the server open connections', () => {
  const src = join(ROOT, 'server/src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  expect(files.filter((file) => CONNECTS.test(readFileSync(join(src, file), 'utf8'))).sort()).toEqual(Object.keys(CONNECTING).sort());
});
