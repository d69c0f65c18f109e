import { groupBy } from '../../platform/group-by';
import { groupByCause } from './group-by-cause';
import type { Member } from './grouping';
import type { AlertCause } from './tables';

const accountNames = new Map([
  ['1', 'Payments'],
  ['2', 'Sandbox'],
]);

const role = (name: string, account: string, kind: AlertCause['kind'] = 'TRUST'): AlertCause => {
  const uri = `t:AWS:${account}:-:ROLE:${name}`;
  return { key: `${kind} ${uri}`, kind, name, uri };
};

let made = 0;
const alert = (guardrail: string, subject: string, fields: Partial<Member> = {}): Member => ({
  ...{ alert_id: `a${++made}`, severity: 'MEDIUM', risk: 10, alert_time: new Date(0), account_id: '1', alert_type: 'ALERT_TYPE_GUARDRAIL' },
  ...{ monitor_id: guardrail, monitor_name: guardrail, subject_uri: subject, subject_name: subject, causes: [] },
  ...fields,
});

/** Returns the groups in words: name, detail and number of alerts. */
function groupsOf(alerts: readonly Member[], people: ReadonlyMap<string, string> = new Map()): string[] {
  const grouping = groupByCause(alerts, { accountNames, people });
  return [...groupBy(alerts, ({ alert_id: id }) => grouping.keyOf(id))]
    .map(([key, members]) => ({ ...grouping.elementOf(key, members), count: members.length }))
    .map(({ element, name, detail, count }) => `${count} ${element} ${name} (${detail})`)
    .sort();
}

describe('groups of alerts by cause', () => {
  it('have the element of three or more alerts, in its account', () => {
    const deploy = { causes: [role('deploy', '1')] };
    expect(groupsOf(['ada', 'bob', 'cleo'].map((name) => alert('Administrators', name, deploy)))).toEqual(['3 TRUST deploy (Payments)']);
    expect(groupsOf(['ada', 'bob'].map((name) => alert('Administrators', name, deploy)))).toEqual(['2 GUARDRAIL Administrators (No shared cause)']);
  });

  it('join the same role of several accounts, which companies deploy from one template', () => {
    const alerts = ['1', '2', '1', '2'].map((account, at) => alert('Administrators', `user${at}`, { causes: [role('admin', account)] }));
    expect(groupsOf(alerts)).toEqual(['4 TRUST admin (in 2 accounts)']);
  });

  it('do not join roles of other clouds, statements, or bindings of Google Cloud of the same name', () => {
    const inCloud = (cloud: string, kind: AlertCause['kind']) => (account: string) => {
      const { key, uri, ...cause } = role('Owner', account, kind);
      return { ...cause, key: key.replace('AWS', cloud), uri: uri.replace('AWS', cloud) };
    };
    const apart = (first: AlertCause, second: AlertCause) =>
      groupsOf([first, first, first, second, second, second].map((cause, at) => alert('Owners', `user${at}`, { causes: [cause] }))).length;
    expect(apart(inCloud('AWS', 'TRUST')('1'), inCloud('AZURE', 'TRUST')('2'))).toBe(2);
    expect(apart(inCloud('AWS', 'STATEMENT')('1'), inCloud('AWS', 'STATEMENT')('2'))).toBe(2);
    expect(apart(inCloud('GCP', 'ASSIGNMENT')('1'), inCloud('GCP', 'ASSIGNMENT')('2'))).toBe(2);
    expect(apart(inCloud('AZURE', 'ASSIGNMENT')('1'), inCloud('AZURE', 'ASSIGNMENT')('2'))).toBe(1);
  });

  it('join guardrails about the same entities, with the name of the most important one', () => {
    const alerts = [
      ...['ada', 'bob', 'cleo'].map((name) => alert('Keys older than 90 days', name)),
      ...['ada', 'bob'].map((name) => alert('Keys older than a year', name, { risk: 60, severity: 'HIGH' })),
      alert('Privileged users have old keys', 'ada', { risk: 20 }),
      alert('Keys of contractors', 'bob', { risk: 1 }),
      alert('Databases are public', 'orders'),
    ];
    expect(groupsOf(alerts)).toEqual([
      '1 GUARDRAIL Databases are public (No shared cause)',
      '7 GUARDRAIL Keys older than a year (Also: Keys older than 90 days, Privileged users have old keys and 1 more)',
    ]);
  });

  it('join guardrails about the same people in different directories', () => {
    const alerts = [alert('Administrators of Okta', 'okta:ada'), alert('Administrators of Entra ID', 'entra:ada')];
    expect(groupsOf(alerts)).toHaveLength(2);
    const people = new Map([
      ['okta:ada', 'person 1'],
      ['entra:ada', 'person 1'],
    ]);
    expect(groupsOf(alerts, people)).toEqual(['2 GUARDRAIL Administrators of Entra ID (Also: Administrators of Okta)']);
  });

  it('count everyone on the internet as one entity, whose access each account describes by itself', () => {
    const everyone = (account: string) => `t:AWS:${account}:-:PUBLIC_NODE:*`;
    const alerts = [alert('Anyone can read', everyone('1')), alert('Anyone can read', everyone('2')), alert('Anyone can change', everyone('3'))];
    expect(groupsOf(alerts)).toEqual(['3 GUARDRAIL Anyone can read (Also: Anyone can change)']);
  });

  it('join what the log analysis found about one identity, or about the accounts of one person', () => {
    const alerts = [
      alert('Impossible travel', 't:IDP_OKTA:2:-:USER:ada', { alert_type: 'ALERT_TYPE_LOCATION', risk: 40 }),
      alert('New country', 't:IDP_AZURE_AD:1:-:USER:ada', { alert_type: 'ALERT_TYPE_LOCATION' }),
      alert('Risky sign-in', 't:IDP_AZURE_AD:1:-:USER:ada', { alert_type: 'ALERT_TYPE_EVENT' }),
      alert('Burst of denied calls', 't:AWS:1:-:USER:scanner', { alert_type: 'ALERT_TYPE_USAGE' }),
      alert('No second factor', 't:AWS:1:-:USER:scanner'),
      // Identities that only a log names.
      alert('Logging turned off', '', { alert_type: 'ALERT_TYPE_EVENT' }),
      alert('Logging turned off', '', { alert_type: 'ALERT_TYPE_EVENT' }),
    ];
    const people = new Map(['t:IDP_OKTA:2:-:USER:ada', 't:IDP_AZURE_AD:1:-:USER:ada'].map((uri) => [uri, 'person 1']));
    expect(groupsOf(alerts, people)).toEqual([
      '1 GUARDRAIL No second factor (No shared cause)',
      '1 IDENTITY t:AWS:1:-:USER:scanner (Payments)',
      '2 GUARDRAIL Logging turned off (No shared cause)',
      '3 IDENTITY t:IDP_OKTA:2:-:USER:ada (Sandbox)',
    ]);
    expect(groupsOf(alerts)).toHaveLength(5);
  });

  it('keep alerts of users apart from those of guardrails', () => {
    const alerts = [alert('No second factor', 'ada'), alert('Left the company', 'ada', { alert_type: 'ALERT_TYPE_NONE' })];
    expect(groupsOf(alerts)).toEqual(['1 GUARDRAIL Left the company (No shared cause)', '1 GUARDRAIL No second factor (No shared cause)']);
  });

  it('of a decision leave all other groups as they are', () => {
    const alerts = ['1', '2'].flatMap((account) =>
      ['ada', 'bob', 'cleo'].flatMap((name, at) => [
        alert('Administrators', name, { causes: at === 0 ? [role('admin', account), role('deploy', '1')] : [role('admin', account)] }),
        alert('Writers', name, { causes: [role('deploy', '1')], risk: 5 }),
        alert('No second factor', name),
      ]),
    );
    const names = { accountNames, people: new Map<string, string>() };
    const grouping = groupByCause(alerts, names);
    const keys = [...new Set(alerts.map(({ alert_id: id }) => grouping.keyOf(id)))];
    expect(keys.length).toBeGreaterThan(2);
    for (const handled of keys) {
      const rest = alerts.filter(({ alert_id: id }) => grouping.keyOf(id) !== handled);
      const after = groupByCause(rest, names);
      for (const { alert_id: id } of rest) expect([id, after.keyOf(id)]).toEqual([id, grouping.keyOf(id)]);
    }
  });
});
