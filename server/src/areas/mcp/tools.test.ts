import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints, READ_RIGHTS, type Endpoint } from '@cam/contracts/server';
import { TOOLS } from './tools';

const PAGE = readFileSync(join(__dirname, '../../../../docs/assistants.md'), 'utf8');

it('each tool makes a call that only reads, has a name of its own and is on the page about assistants with its scope', () => {
  expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length);
  for (const { name, call } of TOOLS) {
    const { access, readOnly, produces } = endpoints[call] as Endpoint;
    expect([name, call.startsWith('GET ') || readOnly, produces]).toEqual([name, true, undefined]);
    const needed = READ_RIGHTS.filter((right) => access.includes(right)).map((right) => right.replace('CAM_', '').replaceAll('_', ':').toLowerCase());
    expect([name, PAGE]).toEqual([name, expect.stringMatching(new RegExp(`\\| \`${name}\` +\\|.*\\| \`${needed.join('` or `')}\` +\\|`)) as string]);
  }
});

it('descriptions are sentences of CAM for assistants, and say what each parameter is', () => {
  for (const { name, description, input } of TOOLS) {
    expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/s) as string]);
    expect([name, Object.keys(input.properties).length <= 6]).toEqual([name, true]);
  }
});
