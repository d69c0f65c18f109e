import type { AssumptionEdge } from './evaluation';
import { privilegedIdentities, type OwnPrivileges } from './privileged';

const nothing: OwnPrivileges = { administers: false, escalations: [] };
const step = (childUri: string, uri: string, ...conditions: string[]): AssumptionEdge => ({
  childUri,
  parent: { uri, type: 'ROLE', name: uri, accountId: '1' },
  relation: 'may assume',
  group: null,
  conditions,
});

describe('privileged identities', () => {
  it('are those that administer something or escalate without conditions', () => {
    const own = new Map<string, OwnPrivileges>([
      ['admin', { administers: true, escalations: [] }],
      ['climber', { administers: false, escalations: [{ conditional: false }] }],
      ['guarded', { administers: false, escalations: [{ conditional: true }] }],
      ['reader', nothing],
    ]);
    expect([...privilegedIdentities(own, [])]).toEqual(['admin', 'climber']);
  });

  it('include those that become one of them, but not those that may only under conditions', () => {
    const own = new Map<string, OwnPrivileges>([['admin', { administers: true, escalations: [] }]]);
    const steps = [
      step('first', 'second'),
      step('second', 'admin'),
      step('careful', 'admin', 'aws:MultiFactorAuthPresent is true'),
      step('admin', 'first'),
    ];
    expect([...privilegedIdentities(own, steps)].sort()).toEqual(['admin', 'first', 'second']);
  });
});
