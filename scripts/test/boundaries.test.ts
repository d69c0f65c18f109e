import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** The files of the server that may open a connection, and who decides where to. No request decides it. */
const CONNECTING: Record<string, string> = {
  'sources/connectors/http/transport.ts': 'providers, by ProviderEndpoints; the server says who it is at AWS by its environment',
  'areas/remotes/host-catalogue.ts': 'the operator: CAM_HOST_URL',
  'areas/identity-platform/outside.ts': 'the operator: CAM_OIDC_ISSUER',
  'areas/notifications/send-mail.ts': 'the operator: CAM_SMTP_URL',
  'areas/notifications/send-syslog.ts': 'a tenant; private addresses only where the operator allows them (OutboundTargets)',
  'platform/security/outbound-request.ts':
    'a tenant, or the operator for servers of teams; private addresses only where the operator allows them (OutboundTargets)',
  'platform/storage/s3-client.ts': 'the operator: CAM_STORAGE and CAM_STORAGE_ENDPOINT',
  'platform/telemetry/otlp.ts': 'the operator: OTEL_EXPORTER_OTLP_ENDPOINT',
  'platform/security/outbound-targets.ts': 'names that a tenant set are resolved, and nothing is sent',
  'areas/tenants/sign-in.ts': 'the identity platform',
};
const CONNECTS =
  /\bfetch\(|\b(?:http|https|tls|net|dgram)\.(?:request|get|connect|createSocket)\(|^import (?!type)[^;]*\b(?:lookup|connect|createSocket|createTransport|http|https|request)\b[^;]* from '(?:node:(?:dns\/promises|dns|net|tls|dgram|http|https|http2)|nodemailer|undici)'|from '@opentelemetry\/exporter-/m;

it('only the listed files of the server open connections', () => {
  const src = join(ROOT, 'server/src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  expect(files.filter((file) => CONNECTS.test(readFileSync(join(src, file), 'utf8'))).sort()).toEqual(Object.keys(CONNECTING).sort());
});
