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
  conditional_actions_str: '---',
});

const EVERYTHING: ReconcileOptions = {
  mayRaise: true,
  suppressCreate: 'ALERT_SUPPRESSION_NONE',
  suppressDelete: 'ALERT_SUPPRESSION_BOTH',
  wasThere: () => true,
  isThere: () => true,
};
const reconcileRows = (rows: AccessRow[], live: LiveAlert[] = [], options: Partial<ReconcileOptions> = {}, complete = true) =>
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
const raisedAlerts = ({ raise }: ReturnType<typeof reconcile>) =>
  raise.map(({ finding, suppressed }) => [
    finding.subject.name,
    finding.accountId,
    [...finding.objects.values()].map(({ name }) => name),
    suppressed,
  ]);

describe('the findings of a guardrail', () => {
  it('are grouped by identity and by the account of the resource', () => {
    const reconciliation = reconcileRows([row('ada', 'payroll'), row('ada', 'logs'), row('ada', 'backup', '2'), row('bob', 'payroll')]);
    expect(raisedAlerts(reconciliation)).toEqual([
      ['ada', '1', ['payroll', 'logs'], false],
      ['ada', '2', ['backup'], false],
      ['bob', '1', ['payroll'], false],
    ]);
  });

  it('have a resource as their subject if the row has no identity, and an identity if it has no resource', () => {
    expect(raisedAlerts(reconcileRows([row('', 'payroll')]))).toEqual([['payroll', '1', [], false]]);
    expect(raisedAlerts(reconcileRows([row('ada', '')]))).toEqual([['ada', '1', [], false]]);
  });

  it('raise no alert for a finding that an alert of any status covers', () => {
    for (const status of ['ALERT_STATUS_NEW', 'ALERT_STATUS_IGNORE', 'ALERT_STATUS_NONE'] as const) {
      expect(reconcileRows([row('ada', 'payroll')], [alert('a', 'ada', ['payroll'], { status })])).toEqual({
        raise: [],
        close: [],
        hold: [],
        drop: [],
      });
    }
  });

  it('raise a new alert for new resources of an identity, and keep its earlier alert', () => {
    const reconciliation = reconcileRows(
      [row('ada', 'payroll'), row('ada', 'logs')],
      [alert('a', 'ada', ['payroll'], { status: 'ALERT_STATUS_IGNORE' })],
    );
    expect(raisedAlerts(reconciliation)).toEqual([['ada', '1', ['logs'], false]]);
    expect(reconciliation.close).toEqual([]);
  });

  it('close an alert without findings, and remove a resource without findings from its alert', () => {
    expect(reconcileRows([row('bob', 'payroll')], [alert('a', 'ada', ['payroll'])]).close).toEqual(['a']);
    const reconciliation = reconcileRows([row('ada', 'payroll')], [alert('a', 'ada', ['payroll', 'logs'])]);
    expect(reconciliation).toMatchObject({ close: [], drop: [{ alertId: 'a', objectUri: 't:AWS:1:-:OBJECT_STORE:logs' }] });
  });

  it('close no alert if the findings are incomplete', () => {
    expect(reconcileRows([row('bob', 'payroll')], [alert('a', 'ada', ['payroll'])], {}, false).close).toEqual([]);
  });

  it('raise no alert while alerting is disabled, but still close alerts', () => {
    const reconciliation = reconcileRows([row('bob', 'payroll')], [alert('a', 'ada', ['payroll'])], { mayRaise: false });
    expect(reconciliation).toMatchObject({ raise: [], close: ['a'] });
  });
});

describe('alert suppression', () => {
  const isOld = (uri: string): boolean => !uri.includes('new');

  it('suppresses alerts about new identities, new resources, or both', () => {
    const rows = [row('ada', 'payroll'), row('ada', 'new-logs'), row('new-eve', 'payroll')];
    const of = (suppressCreate: ReconcileOptions['suppressCreate']) => raisedAlerts(reconcileRows(rows, [], { suppressCreate, wasThere: isOld }));
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

  it('closes an alert whose identity or resource was deleted, or else keeps it with that reason', () => {
    const reconcileDeleted = (suppressDelete: ReconcileOptions['suppressDelete'], isThere: (uri: string) => boolean, more: Partial<LiveAlert> = {}) =>
      reconcileRows([], [alert('a', 'ada', ['payroll'], more)], { suppressDelete, isThere });
    const withoutAda = (uri: string): boolean => !uri.includes('USER');
    const withoutPayroll = (uri: string): boolean => uri.includes('USER');
    expect(reconcileDeleted('ALERT_SUPPRESSION_BOTH', withoutAda)).toMatchObject({ close: ['a'], hold: [] });
    expect(reconcileDeleted('ALERT_SUPPRESSION_OBJECT', withoutAda)).toMatchObject({
      close: [],
      hold: [{ alertId: 'a', reason: 'The identity was deleted.' }],
    });
    expect(reconcileDeleted('ALERT_SUPPRESSION_IDENTITY', withoutPayroll)).toMatchObject({
      hold: [{ alertId: 'a', reason: 'The resource was deleted.' }],
    });
    expect(reconcileDeleted('ALERT_SUPPRESSION_NONE', () => true)).toMatchObject({ close: ['a'], hold: [] });
    expect(reconcileDeleted('ALERT_SUPPRESSION_NONE', withoutAda, { status: 'ALERT_STATUS_IGNORE' })).toMatchObject({ close: ['a'] });
    expect(reconcileDeleted('ALERT_SUPPRESSION_NONE', withoutAda, { isRemediated: true })).toMatchObject({ close: ['a'], hold: [] });
    expect(reconcileDeleted('ALERT_SUPPRESSION_NONE', withoutAda, { goneReason: 'The identity was deleted.' })).toMatchObject({
      close: [],
      hold: [],
    });
  });
});
