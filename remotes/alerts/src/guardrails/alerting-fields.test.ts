import type { GuardrailNotify } from '@cam/contracts';
import { alertingBody, alertingErrors, alertingOf, alertingState, newAlerting } from './alerting-fields';

const NOTIFY: GuardrailNotify = { email: [], slack_url: [], syslog: [], min_risk: null, at_once: false };
const stateOf = (notify: Partial<GuardrailNotify>, alerts_since: string | null = '2026-03-01T12:00:00Z', alerts_enabled = true): string =>
  alertingState({ alerts_enabled, alerts_since, notify: { ...NOTIFY, ...notify } });

it('a new guardrail raises no alerts and has no recipients', () => {
  expect(alertingBody(newAlerting())).toEqual({ alerts_enabled: false, notify: NOTIFY });
});

it('stored alerting survives the form unchanged', () => {
  const notify = {
    email: ['ops@company.example'],
    slack_url: ['https://hooks.example/a'],
    syslog: [
      { network: 'udp' as const, endpoint: '10.0.0.9:514' },
      { network: 'tcp' as const, endpoint: '[2001:db8::9]:6514' },
    ],
    min_risk: 60,
    at_once: true,
  };
  expect(alertingBody(alertingOf({ alerts_enabled: true, notify }))).toEqual({ alerts_enabled: true, notify });
});

it('wrong recipients and risks have a message', () => {
  expect(alertingErrors({ ...newAlerting(), email: ['ops@company.example'], syslog: ['TCP 10.0.0.9:514'], minRisk: '100' })).toEqual({});
  const wrong = { ...newAlerting(), email: ['ops@'], syslog: ['10.0.0.9:514', 'udp log.example:514', 'udp 10.0.0.9:0'], minRisk: '101' };
  expect(alertingErrors(wrong)).toEqual({
    email: 'Invalid email address: ops@',
    syslog: expect.stringContaining('not 10.0.0.9:514, udp log.example:514, udp 10.0.0.9:0'),
    minRisk: 'Enter a whole number from 0 to 100.',
  });
  expect(alertingErrors({ ...newAlerting(), minRisk: '1.5' }).minRisk).toBeTruthy();
});

it('the state of a guardrail is a plain sentence', () => {
  expect(stateOf({}, null, false)).toBe('Not raising alerts');
  expect(stateOf({}, null)).toBe('Raising alerts');
  expect(stateOf({})).toBe('Raising alerts since 2026-03-01');
  expect(stateOf({ email: ['ops@company.example'], min_risk: 60 })).toBe(
    'Raising alerts since 2026-03-01; notifies ops@company.example of alerts of risk 60 or more',
  );
  expect(stateOf({ slack_url: ['https://hooks.example/secret'], syslog: [{ network: 'udp', endpoint: '10.0.0.9:514' }] }, null)).toBe(
    'Raising alerts; notifies hooks.example and 1 more',
  );
  expect(stateOf({ min_risk: 60, at_once: true }, null)).toBe('Raising alerts; notifies of alerts of risk 60 or more, at once');
  expect(stateOf({ at_once: true }, null)).toBe('Raising alerts; notifies at once');
});
