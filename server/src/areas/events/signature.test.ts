import { createHmac } from 'node:crypto';
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
    { value: newSecret(), until: null },
    { value: newSecret(), until: '2026-11-25T11:00:00Z' },
    { value: newSecret(), until: '2026-11-25T09:00:00Z' },
  ];
  const { 'webhook-signature': signatures = '' } = signedHeaders('msg_1', '', secrets, NOW);
  expect(signatures.split(' ')).toHaveLength(2);
});

it('makes secrets of 256 bits', () => {
  const secret = newSecret();
  expect(secret).toMatch(/^whsec_/);
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
});
