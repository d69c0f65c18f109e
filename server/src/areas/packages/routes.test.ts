import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { packagesRoutes } from './routes';

let folder: string;
let app: FastifyInstance;

let url: string;

async function get(path: string, token?: string): Promise<{ status: number; text: string; error: string }> {
  const answer = await fetch(url + path, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  const text = await answer.text();
  return { status: answer.status, text, error: text.startsWith('{') ? (JSON.parse(text) as { error: string }).error : '' };
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cam-packages-'));
  const manifest = { name: '@cam/ui', version: '1.2.0', dependencies: { react: '19.3.1' } };
  writeFileSync(
    join(folder, 'packages.json'),
    JSON.stringify({ '@cam/ui': { file: 'ui-1.2.0.tgz', manifest, integrity: 'sha512-x', shasum: 'ab' } }),
  );
  writeFileSync(join(folder, 'ui-1.2.0.tgz'), 'bytes');
  app = Fastify();
  const publisher = { remote: 'alerts', tenantId: 'demo', label: 'ci', channels: [] };
  packagesRoutes(app, {
    folder,
    publicUrl: 'https://cam.example.com',
    verifyPublisher: async (token) => (token === 'camp_valid' ? publisher : null),
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});

afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the registry of packages', () => {
  it('describes a package as npm wants it, whether npm escapes the name or not', async () => {
    for (const path of ['/npm/@cam%2fui', '/npm/@cam/ui']) {
      const answer = await get(path, 'camp_valid');
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toMatchObject({
        name: '@cam/ui',
        'dist-tags': { latest: '1.2.0' },
        versions: {
          '1.2.0': {
            dependencies: { react: '19.3.1' },
            dist: { tarball: `${url}/npm/@cam/ui/-/ui-1.2.0.tgz`, integrity: 'sha512-x', shasum: 'ab' },
          },
        },
      });
    }
    expect((await get('/npm/@cam/ui/-/ui-1.2.0.tgz', 'camp_valid')).text).toBe('bytes');
  });

  it.each(['/npm/@cam/ui', '/npm/@cam/ui/-/ui-1.2.0.tgz', '/npm/@cam/none'])('refuses %s without a valid publisher token', async (path) => {
    for (const token of [undefined, 'camp_revoked', 'eyJ.user.token']) {
      const answer = await get(path, token);
      expect([answer.status, answer.error]).toEqual([401, expect.stringContaining('CAM_PUBLISHER_TOKEN')]);
    }
  });

  it('has no other package, no other version and no other file', async () => {
    for (const path of ['react', '__proto__', '@cam/ui/-/ui-1.1.0.tgz', '@cam/ui/-/../packages.json', '@cam/ui/-/..%2fpackages.json'])
      expect((await get(`/npm/${path}`, 'camp_valid')).status).toBe(404);
  });

  it('says how to build packages that are not built', async () => {
    rmSync(join(folder, 'packages.json'));
    const answer = await get('/npm/@cam/ui', 'camp_valid');
    expect([answer.status, answer.error]).toEqual([503, expect.stringContaining('npm run build -- packages')]);
  });
});
