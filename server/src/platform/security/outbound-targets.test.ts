import { OutboundTargets } from './outbound-targets';

const NAMES: Record<string, string[]> = {
  'hooks.example': ['9.9.9.9', '2620:fe::9'],
  'inside.example': ['9.9.9.9', '10.1.2.3'],
  localhost: ['::1', '127.0.0.1'],
};
const resolve = async (host: string): Promise<string[]> => {
  const found = NAMES[host];
  if (!found) throw new Error('ENOTFOUND');
  return found;
};
const targets = (...allowed: string[]) => new OutboundTargets(allowed, resolve);

describe('OutboundTargets', () => {
  it.each([
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '192.0.1.1',
    '223.255.255.255',
    '[2606:4700::1111]',
    '2001:4860:4860::8888',
    '2a00::1',
    'hooks.example',
  ])('allows the public address %s', async (host) => {
    expect(await targets().isForbidden(host)).toBe(false);
  });

  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '[::1]',
    'fd00:ec2::254',
    'fe80::1',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.7',
    '239.255.255.250',
    '240.0.0.1',
    'fe80::1%eth0',
    'fec0::1',
    '100::1',
    '2001:db8::1',
    '2001:2::1',
    '2001:0:1:2:3:4:5:6',
    '3fff::1',
    '5f00::1',
    '64:ff9b:1::1',
    '64:ff9b::808:808',
    '::ffff:8.8.8.8',
    '::8.8.8.8',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'ff02::1',
    'localhost',
  ])('forbids the private or reserved address %s', async (host) => {
    expect(await targets().isForbidden(host)).toBe(true);
  });

  it('forbids a name with one private address among others', async () => {
    expect(await targets().isForbidden('inside.example')).toBe(true);
  });

  it('allows a name that does not resolve', async () => {
    expect(await targets().isForbidden('nowhere.example')).toBe(false);
  });

  it('allows a private address only in a network that the operator allows', async () => {
    const targetsWithAllowedNetworks = targets('10.1.0.0/16', 'fd00::9');
    expect(await targetsWithAllowedNetworks.isForbidden('10.1.2.3')).toBe(false);
    expect(await targetsWithAllowedNetworks.isForbidden('inside.example')).toBe(false);
    expect(await targetsWithAllowedNetworks.isForbidden('fd00::9')).toBe(false);
    expect(await targetsWithAllowedNetworks.isForbidden('10.2.0.1')).toBe(true);
    expect(await targetsWithAllowedNetworks.isForbidden('fd00::10')).toBe(true);
  });
});

it.each(['localhost', 'LOCALHOST.', 'sub.localhost'])('knows that %s is this machine, also while no name server answers', async (host) => {
  const unreachable = async (): Promise<string[]> => {
    throw new Error('EAI_AGAIN');
  };
  expect(await new OutboundTargets([], unreachable).isForbidden(host)).toBe(true);
  expect(await new OutboundTargets(['127.0.0.0/8'], unreachable).reachable(host)).toEqual(['127.0.0.1']);
});
