import { stripToVisitor } from './visitor';

const visitor = { tenantId: 'demo', role: 'Auditor', userSource: 'COGNITO' };

it('stripToVisitor keeps tenant, role, user source and required properties of an event, but no address, name or device', () => {
  const known = { token: 'phc_key', distinct_id: '0199', $current_url: 'https://cam/identities/demo:AWS:1:-:USER:ada', $browser: 'Chrome' };
  const event = { uuid: 'u', event: 'console opened', properties: known, $set: { email: 'ada@demo.example' }, $set_once: { $initial_referrer: 'x' } };
  expect(stripToVisitor(event, visitor)).toEqual({
    uuid: 'u',
    timestamp: undefined,
    event: 'console opened',
    properties: { token: 'phc_key', distinct_id: '0199', tenant_id: 'demo', role: 'Auditor', user_source: 'COGNITO' },
  });
  expect(stripToVisitor(null, visitor)).toBeNull();
});
