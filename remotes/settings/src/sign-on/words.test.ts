import type { SamlCertificate } from '@cam/contracts';
import { certificateState, certificateWarning, domainsIn, rulesOf } from './words';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-27T00:00:00Z');
const certificate = (days: number): SamlCertificate => ({
  fingerprint: `f${days}`,
  subject: 'CN=Provider',
  valid_from_time: '2020-01-01T00:00:00Z',
  valid_until_time: new Date(NOW + days * DAY).toISOString(),
});

it('certificateWarning looks at the certificate that counts the longest', () => {
  expect(certificateWarning([certificate(3), certificate(400)], NOW)).toBeNull();
  expect(certificateWarning([certificate(3)], NOW)).toContain('ends in 3 days');
  expect(certificateWarning([certificate(1)], NOW)).toContain('ends in 1 day.');
  expect(certificateWarning([certificate(-3)], NOW)).toContain('have expired');
});

it('certificateState names the state of each', () => {
  const states = [certificate(400), certificate(3), certificate(-1)].map((one) => certificateState(one, NOW).label);
  expect(states).toEqual(['Valid', 'Ends in 3 days', 'Expired']);
  expect(certificateState({ ...certificate(400), valid_from_time: '2030-01-01T00:00:00Z' }, NOW).label).toBe('Not valid yet');
});

it('rulesOf returns trimmed rules, and null while one is incomplete', () => {
  const rule = { attribute: ' groups ', value: 'admins', scopes: ['cam:general:read' as const] };
  expect(rulesOf([rule])).toEqual([{ ...rule, attribute: 'groups' }]);
  expect(rulesOf([rule, { ...rule, value: ' ' }])).toBeNull();
  expect(rulesOf([{ ...rule, scopes: [] }])).toBeNull();
  expect(rulesOf([])).toBeNull();
});

it('domainsIn accepts lines, commas and spaces', () => {
  expect(domainsIn('example.com, example.de\n example.fr ')).toEqual(['example.com', 'example.de', 'example.fr']);
});
