import type { TenantFeedEvent } from '@cam/contracts/server';
import { cefOf, messageOf, ocsfOf } from './formats';

const SENDER = { tenantId: 'acme', console: 'https://cam.example' };
const ALERT: TenantFeedEvent = {
  seq: 7,
  id: 'e-7',
  type: 'alert.raised',
  subject: 'a-1',
  timestamp: '2026-11-25T10:00:00.000Z',
  data: {
    alert_id: 'a-1',
    guardrail_id: 'g-1',
    guardrail: 'Payroll | is read',
    severity: 'HIGH',
    status: 'ALERT_STATUS_NEW',
    subject: { uri: 'arn:aws:iam::1:user/a=b', name: 'ana\nb', type: 'AWS_IAM_USER' },
    account_id: '111122223333',
    raised_at: '2026-11-25T09:59:00.000Z',
    assignee: null,
  },
};
const event = (type: TenantFeedEvent['type'], data: Record<string, unknown>): TenantFeedEvent => ({ ...ALERT, type, data });

it("CAM's own format has type, time and the facts", () => {
  const { body, type } = messageOf(ALERT, 'CAM', SENDER);
  expect(type).toContain('application/json');
  expect(JSON.parse(body)).toMatchObject({
    type: 'alert.raised',
    timestamp: ALERT.timestamp,
    data: { id: 'e-7', seq: 7, tenant: 'acme', alert_id: 'a-1', guardrail: 'Payroll | is read', severity: 'HIGH' },
  });
});

it.each([
  ['alert.raised', 1],
  ['alert.changed', 2],
  ['alert.closed', 3],
] as const)('OCSF: %s is a Detection Finding', (type, activity) => {
  expect(ocsfOf(event(type, ALERT.data), SENDER)).toMatchObject({
    category_uid: 2,
    class_uid: 2004,
    activity_id: activity,
    type_uid: 200_400 + activity,
    severity_id: 4,
    time: Date.parse(ALERT.timestamp),
    metadata: { uid: 'e-7', sequence: 7, tenant_uid: 'acme', product: { name: 'CAM' } },
    finding_info: { uid: 'a-1', title: 'Payroll | is read', created_time: Date.parse('2026-11-25T09:59:00.000Z') },
    resources: [{ uid: 'arn:aws:iam::1:user/a=b' }],
  });
});

it('OCSF: a write in CAM is an API Activity, and a snapshot a Base Event', () => {
  const written = ocsfOf(event('audit.entry', { actor: 'ana@acme.example', call: 'PUT /v1/x', address: '203.0.113.7' }), SENDER);
  expect(written).toMatchObject({
    class_uid: 6003,
    type_uid: 600_399,
    actor: { user: { name: 'ana@acme.example' } },
    api: { operation: 'PUT /v1/x' },
  });
  expect(ocsfOf(event('snapshot.failed', { source: 'Production', reason: 'No answer' }), SENDER)).toMatchObject({
    class_uid: 0,
    message: 'No snapshot of Production: No answer',
  });
});

it('CEF is one line, in which no value can begin another field', () => {
  const line = cefOf(ALERT, SENDER);
  expect(line).not.toContain('\n');
  expect(line).toContain(String.raw`CEF:0|CAM|CAM|1.0|alert.raised|Payroll \| is read: ana b|8|rt=`);
  expect(line).toContain(String.raw`duid=arn:aws:iam::1:user/a\=b`);
  expect(line).toContain(String.raw`msg=Payroll | is read: ana\nb`);
  expect(messageOf(ALERT, 'CEF', SENDER).type).toContain('text/plain');
});
