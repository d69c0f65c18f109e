import { readViolations } from './violation-report';

const HOST = 'https://cam.example.com';

const modern = (body: Record<string, unknown>, type = 'csp-violation') =>
  JSON.stringify([{ type, age: 10, url: `${HOST}/dashboard`, user_agent: 'x', body: { documentURL: `${HOST}/search?q=secret`, ...body } }]);

describe('a violation report', () => {
  it('belongs to the remote whose file caused it', () => {
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

  it('belongs to the remote whose file was blocked if no source is named', () => {
    const report = { 'document-uri': `${HOST}/a`, 'violated-directive': 'script-src self', 'blocked-uri': `${HOST}/r/reports/2.0.0/x.js?a=b` };
    expect(readViolations(JSON.stringify({ 'csp-report': report }), HOST)).toEqual([
      { id: 'reports', version: '2.0.0', directive: 'script-src', blocked: '/r/reports/2.0.0/x.js', source: '', file: 'x.js' },
    ]);
  });

  it('belongs to the console if no remote is involved', () => {
    const body = { effectiveDirective: 'script-src', blockedURL: 'eval', sourceFile: `${HOST}/assets/console.1.js` };
    expect(readViolations(modern(body), HOST)).toMatchObject([{ id: null, blocked: 'eval', source: '/assets/console.1.js' }]);
  });

  it('keeps no page address, query or fragment', () => {
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
    ['nothing', ''],
    ['no JSON', '<html>'],
    ['another kind of report', modern({ effectiveDirective: 'script-src', blockedURL: 'eval' }, 'deprecation')],
    ['a page of another origin', modern({ documentURL: 'https://other.example/', effectiveDirective: 'script-src', blockedURL: 'eval' })],
    ['an extension of the browser', modern({ effectiveDirective: 'script-src', blockedURL: 'chrome-extension://abc/x.js' })],
    ['an invalid directive', modern({ effectiveDirective: '<script>', blockedURL: 'eval' })],
    ['null', 'null'],
    ['a list of nothing', '[null, 5, {}]'],
  ])('with %s is skipped', (_what, text) => {
    expect(readViolations(text, HOST)).toEqual([]);
  });
});
