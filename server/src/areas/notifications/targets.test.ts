import type { GuardrailNotify } from '@cam/contracts/server';
import { Routes, type Receivers } from './targets';

const CREDENTIALS = { username: 'cam', password: 'Syslog-secret-7' };
const HIGH: Receivers = {
  severity: 'HIGH',
  email: ['ops@company.example'],
  slack_url: [],
  syslog: [{ network: 'tcp', endpoint: '10.0.0.9:6514', credentials: CREDENTIALS }],
};
const LOW: Receivers = { severity: 'LOW', email: [], slack_url: ['https://hooks.example/a'], syslog: [] };
const notify = (part: Partial<GuardrailNotify>): GuardrailNotify => ({
  ...{ email: [], slack_url: [], syslog: [], min_risk: null, at_once: false },
  ...part,
});
const routeOf = (severity: 'HIGH' | 'LOW' | 'MEDIUM', part?: Partial<GuardrailNotify>) =>
  new Routes([HIGH, LOW], new Map(part ? [['m', notify(part)]] : [])).of({ severity, monitorId: 'm' });
const labelsOf = ({ targets }: ReturnType<typeof routeOf>): string[] => targets.map(({ label }) => label);

it('an alert goes to the recipients of its severity, unless its guardrail has its own', () => {
  expect(labelsOf(routeOf('HIGH'))).toEqual(['ops@company.example', 'tcp 10.0.0.9:6514']);
  expect(labelsOf(routeOf('LOW', { min_risk: 60, at_once: true }))).toEqual(['hooks.example']);
  expect(routeOf('LOW', { min_risk: 60, at_once: true })).toMatchObject({ minRisk: 60, atOnce: true });
  expect(labelsOf(routeOf('HIGH', { email: ['own@company.example'] }))).toEqual(['own@company.example']);
  expect(routeOf('MEDIUM')).toEqual({ targets: [], minRisk: null, atOnce: false });
});

it('a syslog server of a guardrail uses stored credentials at exactly the address that they belong to', () => {
  const serverOf = (network: 'tcp' | 'udp', endpoint: string) => {
    const [target] = routeOf('LOW', { syslog: [{ network, endpoint }] }).targets;
    return target?.method === 'SYSLOG' ? target.server.credentials : undefined;
  };
  expect(serverOf('tcp', '10.0.0.9:6514')).toEqual(CREDENTIALS);
  expect(serverOf('udp', '10.0.0.9:6514')).toBeNull();
  expect(serverOf('tcp', '10.0.0.8:6514')).toBeNull();
});
