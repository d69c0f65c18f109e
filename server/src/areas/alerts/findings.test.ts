import type { AccessRow } from '@cam/contracts/server';
import { findingsOf, settle, type LiveAlert, type SettleOptions } from './findings';

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

const EVERYTHING: SettleOptions = {
  mayRaise: true,
  suppressCreate: 'ALERT_SUPPRESSION_NONE',
  suppressDelete: 'ALERT_SUPPRESSION_BOTH',
  wasThere: () => true,
  isThere: () => true,
};
const look = (rows: AccessRow[], live: LiveAlert[] = [], options: Partial<SettleOptions> = {}, complete = true) =>
  settle({ findings: findingsOf(rows), complete, live }, { ...EVERYTHING, ...options });

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
const raised = ({ raise }: ReturnType<typeof settle>) =>
  raise.map(({ finding, suppressed }) => [
    finding.subject.name,
    finding.accountId,
    [...finding.objects.values()].map(({ name }) => name),
    suppressed,
  ]);

describe('what a guardrail finds', () => {
  it('is told by identity and by the account of what it reaches', () => {
    const settlement = look([row('ada', 'payroll'), row('ada', 'logs'), row('ada', 'backup', '2'), row('bob', 'payroll')]);
    expect(raised(settlement)).toEqual([
      ['ada', '1', ['payroll', 'logs'], false],
      ['ada', '2', ['backup'], false],
      ['bob', '1', ['payroll'], false],
    ]);
  });

  it('is a resource where no identity is asked about, and an identity where nothing is reached', () => {
    expect(raised(look([row('', 'payroll')]))).toEqual([['payroll', '1', [], false]]);
    expect(raised(look([row('ada', '')]))).toEqual([['ada', '1', [], false]]);
  });

  it('raises nothing that an alert covers, whatever its status', () => {
    for (const status of ['ALERT_STATUS_NEW', 'ALERT_STATUS_IGNORE', 'ALERT_STATUS_NONE'] as const) {
      expect(look([row('ada', 'payroll')], [alert('a', 'ada', ['payroll'], { status })])).toEqual({ raise: [], close: [], hold: [], drop: [] });
    }
  });

  it('raises what is new of an identity, and leaves the alert of before alone', () => {
    const settlement = look([row('ada', 'payroll'), row('ada', 'logs')], [alert('a', 'ada', ['payroll'], { status: 'ALERT_STATUS_IGNORE' })]);
    expect(raised(settlement)).toEqual([['ada', '1', ['logs'], false]]);
    expect(settlement.close).toEqual([]);
  });

  it('closes what is gone, and takes out of an alert what of it is gone', () => {
    expect(look([row('bob', 'payroll')], [alert('a', 'ada', ['payroll'])]).close).toEqual(['a']);
    const settlement = look([row('ada', 'payroll')], [alert('a', 'ada', ['payroll', 'logs'])]);
    expect(settlement).toMatchObject({ close: [], drop: [{ alertId: 'a', objectUri: 't:AWS:1:-:OBJECT_STORE:logs' }] });
  });

  it('closes nothing where it could not be read to the end', () => {
    expect(look([row('bob', 'payroll')], [alert('a', 'ada', ['payroll'])], {}, false).close).toEqual([]);
  });

  it('raises nothing while alerting is disabled, and closes all the same', () => {
    const settlement = look([row('bob', 'payroll')], [alert('a', 'ada', ['payroll'])], { mayRaise: false });
    expect(settlement).toMatchObject({ raise: [], close: ['a'] });
  });
});

describe('suppression', () => {
  const isOld = (uri: string): boolean => !uri.includes('new');

  it('of creation keeps quiet about new identities, new objects, or both', () => {
    const rows = [row('ada', 'payroll'), row('ada', 'new-logs'), row('new-eve', 'payroll')];
    const of = (suppressCreate: SettleOptions['suppressCreate']) => raised(look(rows, [], { suppressCreate, wasThere: isOld }));
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

  it('of deletion closes quietly; without it somebody is to see that it was deleted', () => {
    const gone = (suppressDelete: SettleOptions['suppressDelete'], isThere: (uri: string) => boolean, more: Partial<LiveAlert> = {}) =>
      look([], [alert('a', 'ada', ['payroll'], more)], { suppressDelete, isThere });
    const withoutAda = (uri: string): boolean => !uri.includes('USER');
    const withoutPayroll = (uri: string): boolean => uri.includes('USER');
    expect(gone('ALERT_SUPPRESSION_BOTH', withoutAda)).toMatchObject({ close: ['a'], hold: [] });
    expect(gone('ALERT_SUPPRESSION_OBJECT', withoutAda)).toMatchObject({ close: [], hold: [{ alertId: 'a', reason: 'The identity was deleted.' }] });
    expect(gone('ALERT_SUPPRESSION_IDENTITY', withoutPayroll)).toMatchObject({ hold: [{ alertId: 'a', reason: 'What it reached was deleted.' }] });
    expect(gone('ALERT_SUPPRESSION_NONE', () => true)).toMatchObject({ close: ['a'], hold: [] });
    expect(gone('ALERT_SUPPRESSION_NONE', withoutAda, { status: 'ALERT_STATUS_IGNORE' })).toMatchObject({ close: ['a'] });
    expect(gone('ALERT_SUPPRESSION_NONE', withoutAda, { isRemediated: true })).toMatchObject({ close: ['a'], hold: [] });
    expect(gone('ALERT_SUPPRESSION_NONE', withoutAda, { goneReason: 'The identity was deleted.' })).toMatchObject({ close: [], hold: [] });
  });
});
