import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newSecret, signedHeaders } from './signature';

const NOW = Date.parse('2026-11-25T10:00:00Z');

it('signs id, time and body as Standard Webhooks does', () => {
  // The secret and the signed content of the example in the specification.
  const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
  const headers = signedHeaders('msg_1', '{"a":1}', [{ value: secret, until: null }], NOW);
  const expected = createHmac('sha256', Buffer.from('C2FVsBQIhrscChlQIMV+b5sSYspob7oD', 'base64'))
    .update(`msg_1.${NOW / 1000}.{"a":1}`)
    .digest('base64');
  expect(headers).toEqual({ 'webhook-id': 'msg_1', 'webhook-timestamp': String(NOW / 1000), 'webhook-signature': `v1,${expected}` });
});

it('also signs with the former secret until its end', () => {
  const secrets = [
    { ...newSecret(), until: null },
    { ...newSecret(), until: '2026-11-25T11:00:00Z' },
    { ...newSecret(), until: '2026-11-25T09:00:00Z' },
  ];
  const { 'webhook-signature': signatures = '' } = signedHeaders('msg_1', '', secrets, NOW);
  expect(signatures.split(' ').map((one) => one.slice(0, one.indexOf(',')))).toEqual(['v1', 'v1', 'v1a', 'v1a']);
});

it('makes secrets and keys of 256 bits', () => {
  const { value, publicKey } = newSecret();
  expect([value.slice(0, 6), publicKey.slice(0, 5)]).toEqual(['whsec_', 'whpk_']);
  expect([value.slice(6), publicKey.slice(5)].map((text) => Buffer.from(text, 'base64').length)).toEqual([32, 32]);
});

describe('the receiver of docs/events.md', () => {
  const page = readFileSync(join(__dirname, '../../../../docs/events.md'), 'utf8');
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
  /** Runs the code of the page on a message in another process, and returns what it says. */
  const verified = (publicKey: string, headers: Record<string, string>, body: string): string => {
    const call = `console.log(isFromCam(${JSON.stringify(publicKey)}, ${JSON.stringify(headers)}, ${JSON.stringify(body)}, ${NOW}))`;
    return execFileSync(process.execPath, ['--input-type=module', '--eval', `${code}\n${call}`], { encoding: 'utf8' }).trim();
  };

  it('verifies messages by either public key, and no other message', () => {
    const [present, former, stranger] = [newSecret(), newSecret(), newSecret()];
    const secrets = [
      { ...present, until: null },
      { ...former, until: '2026-11-25T11:00:00Z' },
    ];
    const headers = signedHeaders('msg_1', '{"a":"é"}', secrets, NOW);
    expect(verified(present.publicKey, headers, '{"a":"é"}')).toBe('true');
    expect(verified(former.publicKey, headers, '{"a":"é"}')).toBe('true');
    expect(verified(stranger.publicKey, headers, '{"a":"é"}')).toBe('false');
    expect(verified(present.publicKey, headers, '{"a":"e"}')).toBe('false');
    expect(verified(present.publicKey, { ...headers, 'webhook-id': 'msg_2' }, '{"a":"é"}')).toBe('false');
    expect(verified(present.publicKey, signedHeaders('msg_1', '', secrets, NOW - 600_000), '')).toBe('false');
  });
});
