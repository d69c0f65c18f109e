import { serviceAccountKeyError } from './service-account-key';

const KEY = {
  type: 'service_account',
  project_id: 'demo',
  client_email: 'cam@demo.iam.gserviceaccount.com',
  private_key: '-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n',
};

describe('serviceAccountKeyError', () => {
  it('accepts a complete key in any layout', () => {
    for (const text of [JSON.stringify(KEY), JSON.stringify(KEY, null, 2)]) expect(serviceAccountKeyError(text)).toBeNull();
  });

  it('reports the problem without any content of the key', () => {
    const wrong: [string, string][] = [
      [JSON.stringify(KEY).slice(0, -1), 'not JSON'],
      ['"sesame"', 'not JSON'],
      ['[]', 'not JSON'],
      [JSON.stringify({ ...KEY, type: 'authorized_user' }), 'not a service account key'],
      [JSON.stringify({ ...KEY, private_key: undefined }), 'no private_key'],
      [JSON.stringify({ ...KEY, client_email: 1 }), 'no client_email'],
    ];
    for (const [text, words] of wrong) {
      expect(serviceAccountKeyError(text)).toContain(words);
      expect(serviceAccountKeyError(text)).not.toMatch(/sesame|authorized_user|demo/);
    }
  });
});
