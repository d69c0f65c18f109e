import { isNetwork, Networks, readNetworks } from './networks';

it.each(['203.0.113.7', '203.0.113.0/24', '::1', '2001:db8::/32', '0.0.0.0/0'])('is an address or a network: %s', (text) => {
  expect(isNetwork(text)).toBe(true);
});

it.each(['', 'host', '203.0.113.0/33', '::1/129', '203.0.113.0/24/1', '203.0.113.0/x', '203.0.113.0/'])('is neither: "%s"', (text) => {
  expect(isNetwork(text)).toBe(false);
});

it('an address is compared with the networks of its family', () => {
  const four = new Networks(['203.0.113.0/24']);
  expect(['203.0.113.7', '::ffff:203.0.113.7', '203.0.114.1', '::1', 'unknown'].map((address) => four.contains(address))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  const six = new Networks(['::/0']);
  expect([six.contains('2001:db8::1'), six.contains('203.0.113.7')]).toEqual([true, false]);
});

describe('readNetworks', () => {
  it('reads addresses and networks separated by commas or spaces', () => {
    expect(readNetworks('10.0.0.0/8, 192.168.7.9 fd00::/8')).toEqual(['10.0.0.0/8', '192.168.7.9', 'fd00::/8']);
    expect(readNetworks('')).toEqual([]);
  });

  it.each(['10.0.0.0/33', 'fd00::/129', 'syslog.inside', '10.0.0.0/8/8', '10.0.0/8', '10.0.0.0/'])('rejects %s', (text) => {
    expect(readNetworks(text)).toBeNull();
  });
});
