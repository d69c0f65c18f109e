import { OutboundTargets } from '../../platform/security/outbound-targets';
import { cloudOf, isServiceUrl, isSignInAddress } from './microsoft-cloud';

const targets = new OutboundTargets(['10.0.0.0/8'], async (host) => [host === 'gateway.example' ? '10.1.1.1' : '203.0.113.5']);
const PUBLIC = cloudOf('https://login.microsoftonline.com');
const HIGH = cloudOf('https://login.microsoftonline.us/');

it('knows the clouds of Microsoft, and takes another address for a gateway of the operator', async () => {
  expect(PUBLIC).toMatchObject({
    issuer: 'https://api.botframework.com',
    metadata: 'https://login.botframework.com/v1/.well-known/openidconfiguration',
  });
  expect(HIGH).toMatchObject({
    issuer: 'https://api.botframework.us',
    metadata: 'https://login.botframework.azure.us/v1/.well-known/openidconfiguration',
  });
  expect(cloudOf('https://gateway.example/teams/')).toMatchObject({
    metadata: 'https://gateway.example/teams/v1/.well-known/openidconfiguration',
    hosts: [],
  });
  for (const [url, isAllowed] of [
    ['https://login.microsoftonline.com/', true],
    ['https://login.microsoftonline.us', true],
    ['https://gateway.example', true],
    ['https://login.microsoftonline.com.evil.example', false],
    ['https://login.microsoftonline.com:8443', false],
    ['http://login.microsoftonline.com', false],
  ] as const)
    expect([url, await isSignInAddress(url, targets)]).toEqual([url, isAllowed]);
});

it.each([
  [PUBLIC, 'https://smba.trafficmanager.net/emea/7c1f0d1e/', true],
  [PUBLIC, 'https://smba.infra.gcc.teams.microsoft.com/teams', true],
  [HIGH, 'https://smba.infra.gov.teams.microsoft.us/teams', true],
  [HIGH, 'https://smba.infra.dod.teams.microsoft.us/teams', true],
  [PUBLIC, 'http://gateway.example/teams/', true],
  // The token of one cloud does not go to another one.
  [PUBLIC, 'https://smba.infra.gov.teams.microsoft.us/teams', false],
  [HIGH, 'https://smba.trafficmanager.net/teams/', false],
  [PUBLIC, 'http://smba.trafficmanager.net/teams/', false],
  [PUBLIC, 'https://smba.trafficmanager.net:8443/teams/', false],
  [PUBLIC, 'https://smba.trafficmanager.net.evil.example/teams/', false],
  [PUBLIC, 'https://evil.trafficmanager.net/teams/', false],
  [PUBLIC, 'https://smba.trafficmanager.net@evil.example/', false],
  [PUBLIC, 'https://smba.trafficmanager.net/teams/?to=https://evil.example', false],
  [PUBLIC, 'ftp://gateway.example/', false],
  [PUBLIC, 'teams', false],
])('sends messages only to service URLs of the same cloud, or of the networks of the operator: %#', async (cloud, url, isAllowed) => {
  expect(await isServiceUrl(url, cloud, targets)).toBe(isAllowed);
});
