import type { FastifyRequest } from 'fastify';
import { endpoints, type AuditRule, type Endpoint } from '@cam/contracts/server';
import { toAuditedWrite, auditRuleOf, type AuditDetail } from './audit-record';
import type { Principal } from './principal';

const principal: Principal = { tenantId: 'one', email: 'a@one.example', rights: [], userSource: 'COGNITO', expiresAt: Infinity };
const request = { ip: '192.0.2.7', params: { id: '1' }, query: { mode: 'all', account_id: '2', 'req_hdr.tid': 'x' } } as unknown as FastifyRequest;

const auditedWrite = (rule: Exclude<AuditRule, { exempt: string }>, detail: NonNullable<AuditDetail>) =>
  toAuditedWrite(rule, { key: 'PATCH /v1/reports/{report_id}', request, principal, body: { name: 'New', req_hdr: { tid: 'x' } }, detail });

it('every call that may write has an audit rule, or a reason for having none', () => {
  const writes = Object.entries(endpoints as Record<string, Endpoint>).filter(([key]) => !key.startsWith('GET '));
  const withoutRule = writes.filter(([, { audit: rule }]) => {
    if (rule === undefined) return true;
    if (typeof rule === 'string') return !['add', 'change', 'remove'].includes(rule);
    return ('exempt' in rule ? rule.exempt : rule.requestOnly).trim().split(' ').length < 3;
  });
  expect(withoutRule.map(([key]) => key)).toEqual([]);
  expect(() => auditRuleOf('POST /v1/reports', { access: 'session' } as Endpoint)).toThrow('POST /v1/reports has no audit rule');
});

it('toAuditedWrite lists the details that the rule requires and the handler omitted', () => {
  expect(auditedWrite('change', { before: 1 }).missing).toEqual(['after']);
  expect(auditedWrite('change', {}).missing).toEqual(['before', 'after']);
  expect(auditedWrite('add', { after: 1 }).missing).toEqual([]);
  expect(auditedWrite('remove', { after: null }).missing).toEqual(['before']);
  expect(auditedWrite({ requestOnly: 'it begins a run' }, {}).missing).toEqual([]);
});

it('toAuditedWrite records the request if there are no details, and only the former state of a removal', () => {
  expect(auditedWrite({ requestOnly: 'it begins a run' }, {})).toMatchObject({
    subject: '1',
    address: '192.0.2.7',
    after: { mode: 'all', name: 'New' },
  });
  expect(auditedWrite('remove', { before: { name: 'Old' } })).toMatchObject({ before: { name: 'Old' }, after: undefined });
});
