import { ENDPOINT_GROUPS, operationIdOf } from './endpoint-groups';
import { endpoints } from './endpoints';

it('each call is in one group, and each has a name of its own', () => {
  const grouped = ENDPOINT_GROUPS.flatMap((group) => Object.keys(group.endpoints));
  expect([...grouped].sort()).toEqual(Object.keys(endpoints).sort());
  const names = grouped.map(operationIdOf);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => !/^[a-z][A-Za-z0-9]*$/.test(name))).toEqual([]);
});

it('a name tells method, path and parameters', () => {
  expect(operationIdOf('GET /v1/alerts/groups')).toBe('getAlertsGroups');
  expect(operationIdOf('DELETE /v1/webhooks/{webhook_id}')).toBe('deleteWebhooksByWebhookId');
});
