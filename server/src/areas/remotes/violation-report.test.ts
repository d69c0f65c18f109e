import { readViolations } from './violation-report';

const HOST = 'https://cam.example.com';

const modern = (body: Record<string, unknown>, type = 'csp-violation') =>
  JSON.stringify([{ type, age: 10, url: `${HOST}/dashboard`, user_agent: 'x', body: { documentURL: `${HOST}/search?q=secret`, ...body } }]);

describe('readViolations', () => {
  it('assigns a violation to the remote whose file caused it', () => {
    const body = {
      effectiveDirective: 'script-src-elem',
      blockedURL: 'https://evil.example/x.js?token=1',
      sourceFile: `${HOST}/r/alerts/1.2.0/12.ab.js`,
    };
    expect(readViolations(modern(body), HOST)).toEqual([
      {
        id: 'alerts',
        version: '1.2.0',
        directive: 'script-src-elem',
        blocked: 'https://evil.example',
        source: '/r/alerts/1.2.0/12.ab.js',
        file: '12.ab.js',
      },
    ]);
  });

  it('assigns a violation without a source to the remote whose file was blocked', () => {
    const report = { 'document-uri': `${HOST}/a`, 'violated-directive': 'script-src self', 'blocked-uri': `${HOST}/r/reports/2.0.0/x.js?a=b` };
    expect(readViolations(JSON.stringify({ 'csp-report': report }), HOST)).toEqual([
      { id: 'reports', version: '2.0.0', directive: 'script-src', blocked: '/r/reports/2.0.0/x.js', source: '', file: 'x.js' },
    ]);
  });

  it('assigns a violation to the console if no remote is involved', () => {
    const body = { effectiveDirective: 'script-src', blockedURL: 'eval', sourceFile: `${HOST}/assets/console.1.js` };
    expect(readViolations(modern(body), HOST)).toMatchObject([{ id: null, blocked: 'eval', source: '/assets/console.1.js' }]);
  });

  it('drops page addresses, queries, fragments, credentials and samples', () => {
    const body = {
      effectiveDirective: 'connect-src',
      blockedURL: `https://user:pass@api.example/v1?key=hidden#hidden`,
      sourceFile: `${HOST}/search?q=hidden`,
      sample: 'hidden',
    };
    const text = JSON.stringify(readViolations(modern(body), HOST));
    expect(text).toContain('https://api.example');
    expect(text).not.toMatch(/hidden|secret|pass/);
  });

  it.each([
    ['an empty body', ''],
    ['a body that is not JSON', '<html>'],
    ['another type of report', modern({ effectiveDirective: 'script-src', blockedURL: 'eval' }, 'deprecation')],
    [
      'a report about a page of another origin',
      modern({ documentURL: 'https://other.example/', effectiveDirective: 'script-src', blockedURL: 'eval' }),
    ],
    ['a violation by a browser extension', modern({ effectiveDirective: 'script-src', blockedURL: 'chrome-extension://abc/x.js' })],
    ['a report with an invalid directive', modern({ effectiveDirective: '<script>', blockedURL: 'eval' })],
    ['a null body', 'null'],
    ['a list without reports', '[null, 5, {}]'],
  ])('skips %s', (_what, text) => {
    expect(readViolations(text, HOST)).toEqual([]);
  });
});
