import { SourceMap } from 'node:module';
import { resolveStack, type Script } from './resolve-stack';

// Maps line 1, column 1 to line 7, column 3 of the source.
const MAP = new SourceMap({
  version: 3,
  file: 'x.js',
  sources: ['webpack://cam_alerts_1_0_0/./src/AlertsPage.tsx'],
  sourcesContent: [],
  names: [],
  mappings: 'AAME',
  sourceRoot: '',
});

const asked: Script[] = [];
const mapOf = async (script: Script): Promise<SourceMap | null> => {
  asked.push(script);
  return script.id === 'alerts' ? MAP : null;
};

it.each([
  ['Chromium', '    at render (https://cam.example/r/alerts/f/12.0123456789ab.js:1:1)', 'at render (src/AlertsPage.tsx:7:3)'],
  ['Firefox and Safari', 'render@https://cam.example/r/alerts/f/12.0123456789ab.js:1:1', 'render@src/AlertsPage.tsx:7:3'],
  ['a repeated load', '    at https://cam.example/r/alerts/f/12.0123456789ab.js?try=1:1:1', 'at src/AlertsPage.tsx:7:3'],
])('resolves the positions of %s', async (_what, line, resolved) => {
  expect(await resolveStack(`Error: boom\n${line}`, mapOf)).toEqual({ lines: ['Error: boom', resolved], isResolved: true });
  expect(asked.at(-1)).toEqual({ id: 'alerts', folder: 'f', path: '12.0123456789ab.js' });
});

it('leaves lines without a source map as they are', async () => {
  const lines = ['at x (https://cam.example/r/reports/1.0.0/1.js:1:1)', 'at y (https://cam.example/assets/main.js:1:1)'];
  expect(await resolveStack(lines.join('\n'), mapOf)).toEqual({ lines, isResolved: false });
});

it('asks for no path outside of the release', async () => {
  asked.length = 0;
  await resolveStack('at x (https://cam.example/r/alerts/../../etc/passwd:1:1)\nat y (https://cam.example/r/alerts/..%2f/x.js:1:1)', mapOf);
  expect(asked.filter(({ path }) => path.includes('passwd'))).toEqual([]);
});
