import type { FastifyRequest } from 'fastify';
import { endpoints, type AuditRule, type Endpoint } from '@cam/contracts/server';
import { auditedWrite, auditRuleOf, type Told } from './audited';
import type { Principal } from './principal';

const principal: Principal = { tenantId: 'one', email: 'a@one.example', rights: [], userSource: 'COGNITO', expiresAt: Infinity };
const request = { ip: '192.0.2.7', params: { id: '1' }, query: { mode: 'all', account_id: '2', 'req_hdr.tid': 'x' } } as unknown as FastifyRequest;

const written = (rule: Exclude<AuditRule, { exempt: string }>, told: NonNullable<Told>) =>
  auditedWrite(rule, { key: 'PATCH /v1/reports/{report_id}', request, principal, body: { name: 'New', req_hdr: { tid: 'x' } }, told });

it('holds every call that may write against a rule of its contract, or a reason why there is none', () => {
  const writes = Object.entries(endpoints as Record<string, Endpoint>).filter(([key]) => !key.startsWith('GET '));
  const unruled = writes.filter(([, { audit: rule }]) => {
    if (rule === undefined) return true;
    if (typeof rule === 'string') return !['add', 'change', 'remove'].includes(rule);
    return ('exempt' in rule ? rule.exempt : rule.requestOnly).trim().split(' ').length < 3;
  });
  expect(unruled.map(([key]) => key)).toEqual([]);
  expect(() => auditRuleOf('POST /v1/reports', { access: 'session' } as Endpoint)).toThrow('POST /v1/reports does not say');
});

it('tells what a handler kept back of what its contract promises', () => {
  expect(written('change', { before: 1 }).untold).toEqual(['after']);
  expect(written('change', {}).untold).toEqual(['before', 'after']);
  expect(written('add', { after: 1 }).untold).toEqual([]);
  expect(written('remove', { after: null }).untold).toEqual(['before']);
  expect(written({ requestOnly: 'it begins a run' }, {}).untold).toEqual([]);
});

it('keeps what was asked for where nothing else is told, and of what is removed nothing but how it was', () => {
  expect(written({ requestOnly: 'it begins a run' }, {})).toMatchObject({ subject: '1', address: '192.0.2.7', after: { mode: 'all', name: 'New' } });
  expect(written('remove', { before: { name: 'Old' } })).toMatchObject({ before: { name: 'Old' }, after: undefined });
});
