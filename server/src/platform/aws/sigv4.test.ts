import { signedHeaders } from './sigv4';

const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const at = new Date('2015-08-30T12:36:00Z');
const signatureOf = (url: string, service = 'service', sessionToken?: string): string | undefined =>
  /Signature=(\w+)/.exec(signedHeaders({ method: 'GET', url: new URL(url) }, { service, region: 'us-east-1', keys: { ...keys, sessionToken }, at }).authorization ?? '')?.[1]; // prettier-ignore

/** The first case is the vector `get-vanilla` of AWS's Signature Version 4 test suite. */
it("signedHeaders computes the signature of AWS's test suite", () => {
  expect(signatureOf('https://example.amazonaws.com/')).toBe('5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31');
  expect(signatureOf('https://example.amazonaws.com/?Param2=value2&Param1=value1')).toBe(
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  );
});

it('signedHeaders includes the session token and the date, but never the secret key', () => {
  const headers = signedHeaders({ method: 'GET', url: new URL('https://example.amazonaws.com/') }, { service: 's3', region: 'us-east-1', keys: { ...keys, sessionToken: 'token' }, at }); // prettier-ignore
  expect(headers).toMatchObject({ 'x-amz-security-token': 'token', 'x-amz-date': '20150830T123600Z' });
  expect(headers['x-amz-content-sha256']).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(headers)).not.toContain(keys.secretAccessKey);
});
