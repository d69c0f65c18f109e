import type { AccessRow } from '@cam/contracts/server';
import { findingsOf, reconcile, type LiveAlert, type ReconcileOptions } from './findings';

const row = (identity: string, resource: string, account = '1'): AccessRow => ({
  identity,
  identity_type: 'USER',
  identity_uri: identity && `t:AWS:1:-:USER:${identity}`,
  identityAccountID: '1',
  identity_account_name: '',
  resource,
  resource_type: 'OBJECT_STORE',
  resource_uri: resource && `t:AWS:${account}:-:OBJECT_STORE:${resource}`,
  resourceAccountID: resource && account,
  resource_account_name: '',
  actions_str: 'R--',
});

const EVERYTHING: ReconcileOptions = {
  mayRaise: true,
  suppressCreate: 'ALERT_SUPPRESSION_NONE',
  suppressDelete: 'ALERT_SUPPRESSION_BOTH',
  wasThere: () => true,
  isThere: () => true,
};
const look = (rows: AccessRow[], live: LiveAlert[] = [], options: Partial<ReconcileOptions> = {}, complete = true) =>
  reconcile({ findings: findingsOf(rows), complete, live }, { ...EVERYTHING, ...options });

const alert = (alertId: string, identity: string, resources: string[], more: Partial<LiveAlert> = {}): LiveAlert => ({
  alertId,
  key: `t:AWS:1:-:USER:${identity} 1`,
  subjectUri: `t:AWS:1:-:USER:${identity}`,
  status: 'ALERT_STATUS_OPEN',
  objectUris: resources.map((name) => `t:AWS:1:-:OBJECT_STORE:${name}`),
  goneReason: null,
  isRemediated: false,
  ...more,
});
const raised = ({ raise }: ReturnType<typeof reconcile>) =>
  raise.map(({ finding, suppressed }) => [
    finding.subject.name,
    finding.accountId,
    [...finding.objects.values()].map(({ name }) => name),
    suppressed,
  ]);

describe('the findings of a guardrail', () => {
  it('are grouped by identity and by the account of the resource', () => {
    const settlement = look([row('ada', 'payroll'), row('ada', 'logs'), row('ada', 'backup', '2'), row('bob', 'payroll')]);
    expect(raised(settlement)).toEqual([
      ['ada', '1', ['payroll', 'logs'], false],
      ['ada', '2', ['backup'], false],
      ['bob', '1', ['payroll'], false],
    ]);
  });

  it('are about a resource without an identity, and about an identity without a resource', () => {
    expect(raised(look([row('', 'payroll')]))).toEqual([['payroll', '1', [], false]]);
    expect(raised(look([row('ada', '')]))).toEqual([['ada', '1', [], false]]);
  });

  it('raise nothing that an alert covers, whatever its status', () => {
    for (const status of ['ALERT_STATUS_NEW', 'ALERT_STATUS_IGNORE', 'ALERT_STATUS_NONE'] as const) {
      expect(look([row('ada', 'payroll')], [alert('a', 'ada', ['payroll'], { status })])).toEqual({ raise: [], close: [], hold: [], drop: [] });
    }
  });

  it('raise an alert for the new resources of an identity and keep its earlier alert', () => {
    const settlement = look([row('ada', 'payroll'), row('ada', 'logs')], [alert('a', 'ada', ['payroll'], { status: 'ALERT_STATUS_IGNORE' })]);
    expect(raised(settlement)).toEqual([['ada', '1', ['logs'], false]]);
    expect(settlement.close).toEqual([]);
  });

  it('close an alert without findings, and remove resources without findings from an alert', () => {
    expect(look([row('bob', 'payroll')], [alert('a', 'ada', ['payroll'])]).close).toEqual(['a']);
    const settlement = look([row('ada', 'payroll')], [alert('a', 'ada', ['payroll', 'logs'])]);
    expect(settlement).toMatchObject({ close: [], drop: [{ alertId: 'a', objectUri: 't:AWS:1:-:OBJECT_STORE:logs' }] });
  });

  it('close nothing if they are incomplete', () => {
    expect(look([row('bob', 'payroll')], [alert('a', 'ada', ['payroll'])], {}, false).close).toEqual([]);
  });

  it('raise nothing while alerting is disabled, but still close', () => {
    const settlement = look([row('bob', 'payroll')], [alert('a', 'ada', ['payroll'])], { mayRaise: false });
    expect(settlement).toMatchObject({ raise: [], close: ['a'] });
  });
});

describe('suppression', () => {
  const isOld = (uri: string): boolean => !uri.includes('new');

  it('of creation suppresses new identities, new objects, or both', () => {
    const rows = [row('ada', 'payroll'), row('ada', 'new-logs'), row('new-eve', 'payroll')];
    const of = (suppressCreate: ReconcileOptions['suppressCreate']) => raised(look(rows, [], { suppressCreate, wasThere: isOld }));
    expect(of('ALERT_SUPPRESSION_IDENTITY')).toEqual([
      ['ada', '1', ['payroll', 'new-logs'], false],
      ['new-eve', '1', ['payroll'], true],
    ]);
    expect(of('ALERT_SUPPRESSION_OBJECT')).toEqual([
      ['ada', '1', ['payroll'], false],
      ['ada', '1', ['new-logs'], true],
      ['new-eve', '1', ['payroll'], false],
    ]);
    expect(of('ALERT_SUPPRESSION_BOTH')).toEqual([
      ['ada', '1', ['payroll'], false],
      ['ada', '1', ['new-logs'], true],
      ['new-eve', '1', ['payroll'], true],
    ]);
  });

  it('of deletion closes the alert; without it the alert stays and names the deletion', () => {
    const gone = (suppressDelete: ReconcileOptions['suppressDelete'], isThere: (uri: string) => boolean, more: Partial<LiveAlert> = {}) =>
      look([], [alert('a', 'ada', ['payroll'], more)], { suppressDelete, isThere });
    const withoutAda = (uri: string): boolean => !uri.includes('USER');
    const withoutPayroll = (uri: string): boolean => uri.includes('USER');
    expect(gone('ALERT_SUPPRESSION_BOTH', withoutAda)).toMatchObject({ close: ['a'], hold: [] });
    expect(gone('ALERT_SUPPRESSION_OBJECT', withoutAda)).toMatchObject({ close: [], hold: [{ alertId: 'a', reason: 'The identity was deleted.' }] });
    expect(gone('ALERT_SUPPRESSION_IDENTITY', withoutPayroll)).toMatchObject({ hold: [{ alertId: 'a', reason: 'The resource was deleted.' }] });
    expect(gone('ALERT_SUPPRESSION_NONE', () => true)).toMatchObject({ close: ['a'], hold: [] });
    expect(gone('ALERT_SUPPRESSION_NONE', withoutAda, { status: 'ALERT_STATUS_IGNORE' })).toMatchObject({ close: ['a'] });
    expect(gone('ALERT_SUPPRESSION_NONE', withoutAda, { isRemediated: true })).toMatchObject({ close: ['a'], hold: [] });
    expect(gone('ALERT_SUPPRESSION_NONE', withoutAda, { goneReason: 'The identity was deleted.' })).toMatchObject({ close: [], hold: [] });
  });
});
