import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { REMOTE_IDS } from '@cam/contracts';
import { endpoints } from '@cam/contracts/server';

const ROOT = join(__dirname, '../..');

/** `schema/compose-spec.json` of github.com/compose-spec/compose-spec. */
const SCHEMA = process.env.CAM_COMPOSE_SCHEMA ?? join(ROOT, '../shared/data/compose-spec/compose-spec.json');

interface Service {
  image?: string;
  build?: { dockerfile: string; target: string; args?: Record<string, string> };
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  group_add?: string[];
  security_opt?: string[];
  ulimits?: { core: number };
  environment?: Record<string, string>;
  secrets?: string[];
  ports?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
  profiles?: string[];
  restart?: string;
  command?: string[];
  deploy?: { resources: { limits: { cpus: string; memory: string; pids: number } } };
}

const compose = load(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { schema: CORE_SCHEMA.withTags(mergeTag) }) as {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, unknown>;
};
const services = Object.entries(compose.services);
const dockerfile = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');

/** Services that do their work and end, so they need no health check. */
const ENDS = /^(remote-|publisher-tokens$)/;

describe('docker-compose.yml', () => {
  const withSchema = existsSync(SCHEMA) ? it : it.skip;
  if (!existsSync(SCHEMA)) console.warn(`docker-compose.yml is not held against the schema of Compose: ${SCHEMA} is not there`);
  withSchema('matches the schema of Compose', () => {
    const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
    const { $schema: _dialect, ...schema } = JSON.parse(readFileSync(SCHEMA, 'utf8')) as Record<string, unknown>;
    expect(ajv.validate(schema, compose) ? [] : ajv.errors).toEqual([]);
    const wrong = { ...compose, services: { ...compose.services, edge: { ...compose.services.edge, prots: [] } } };
    expect(ajv.validate(schema, wrong)).toBe(false);
  });

  it('defines edge, host, api, worker, reports, postgres and a service for each area', () => {
    const areas = REMOTE_IDS.map((id) => `remote-${id}`);
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(['edge', 'host', 'api', 'worker', 'reports', 'postgres', ...areas]));
    for (const id of REMOTE_IDS) expect(compose.services[`remote-${id}`]?.build?.args).toEqual({ REMOTE: id });
    expect(services.filter(([, { profiles }]) => profiles?.includes('cluster')).length).toBeGreaterThanOrEqual(2);
  });

  it.each(services)('runs %s as an unprivileged user with a read-only file system and resource limits', (_name, service) => {
    expect(service.user).toMatch(/^(node|nginx|postgres)$/);
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], ulimits: { core: 0 } });
    expect(service.deploy?.resources.limits).toEqual({ cpus: expect.any(String), memory: expect.any(String), pids: expect.any(Number) });
  });

  it.each(services.filter(([name]) => !ENDS.test(name)))('defines a health check for %s', (_name, { healthcheck }) => {
    expect(healthcheck).toMatchObject({ test: expect.any(Array), interval: expect.any(String), retries: expect.any(Number) });
  });

  it('waits until dependencies are healthy or completed', () => {
    for (const [, { depends_on = {} }] of services)
      for (const [other, { condition }] of Object.entries(depends_on)) {
        expect(Object.keys(compose.services)).toContain(other);
        expect(condition).toBe(ENDS.test(other) ? 'service_completed_successfully' : 'service_healthy');
      }
  });

  it('passes secrets as files and not in the environment', () => {
    for (const [name, { environment = {}, secrets = [] }] of services) {
      const plainSecrets = Object.keys(environment).filter(
        (variable) => /PASSWORD|SECRET|TOKEN|KEY|DATABASE_URL/.test(variable) && !variable.endsWith('_FILE'),
      );
      expect([name, plainSecrets]).toEqual([name, []]);
      for (const secret of secrets) expect(Object.keys(compose.secrets)).toContain(secret);
    }
    const script = readFileSync(join(ROOT, 'deploy/make-secrets.sh'), 'utf8');
    for (const { file } of Object.values(compose.secrets)) expect(script).toContain(file.replace('./deploy/secrets/', ''));
    expect(readFileSync(join(ROOT, '.gitignore'), 'utf8')).toContain('deploy/secrets/');
  });

  it('gives the container of an area the token of this area only, in a folder that its user owns', () => {
    for (const id of REMOTE_IDS) {
      const { volumes, environment } = compose.services[`remote-${id}`] ?? {};
      expect(volumes).toEqual([`token-${id}:/tokens/${id}:ro`]);
      expect(environment?.CAM_PUBLISHER_TOKEN_FILE).toBe(`/tokens/${id}/token`);
      expect(compose.services['publisher-tokens']?.volumes).toContain(`token-${id}:/tokens/${id}`);
      expect(dockerfile).toMatch(new RegExp(`^RUN mkdir -p .* /tokens/${id} .*&& chown -R node:node /data /tokens$`, 'm'));
    }
    for (const [name, { volumes = [] }] of services.filter(([name]) => !ENDS.test(name)))
      expect([name, volumes.filter((volume) => volume.startsWith('token-'))]).toEqual([name, []]);
  });

  it('makes secrets readable for their owner and for one group of the containers only', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cam-secrets-'));
    mkdirSync(join(folder, 'deploy'));
    copyFileSync(join(ROOT, 'deploy/make-secrets.sh'), join(folder, 'deploy/make-secrets.sh'));
    for (let time = 0; time < 2; time += 1) execFileSync('sh', [join(folder, 'deploy/make-secrets.sh')]);
    const secrets = readdirSync(join(folder, 'deploy/secrets'));
    expect(secrets.sort()).toEqual(Object.keys(compose.secrets).sort());
    for (const name of secrets) expect([name, statSync(join(folder, 'deploy/secrets', name)).mode & 0o777]).toEqual([name, 0o640]);
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(`CAM_SECRETS_GROUP=${process.getgid?.() || 28282}\n`);
    for (const [name, service] of services)
      expect([name, service.group_add]).toEqual([name, ['${CAM_SECRETS_GROUP:?run deploy/make-secrets.sh first}']]);
    rmSync(folder, { recursive: true });
  });

  it('serves the console from a service of its own, without the database and secrets', () => {
    const { host, api } = compose.services;
    expect(host).toMatchObject({ volumes: [], secrets: [], environment: { CAM_ROLE: 'host' } });
    expect(Object.keys(host?.environment ?? {}).filter((name) => /DATABASE|SECRET/.test(name))).toEqual([]);
    expect(api?.environment?.CAM_HOST_URL).toBe('http://host:8080');
  });

  it('passes every path of the API to the API, and all others to the host', () => {
    const conf = readFileSync(join(ROOT, 'deploy/nginx/nginx.conf'), 'utf8');
    const known = /location ~ \^\/\(([\w|-]+)\)\(\/\|\$\)/.exec(conf)?.[1]?.split('|') ?? [];
    const served = new Set(Object.keys(endpoints).map((call) => call.split(' ')[1]?.split('/')[1]));
    expect(known).toEqual(expect.arrayContaining([...served, 'identity', 'npm', 'x', 'healthz']));
    expect(conf).toMatch(/location ~ \^\/\(assets\|r\)\/ \{\s+proxy_pass http:\/\/\$files;/);
    expect(conf).toMatch(/location \/ \{\s+proxy_pass http:\/\/host;/);
  });

  it('publishes ports of the edge only: TLS on all interfaces, plain HTTP on localhost', () => {
    const open = services.filter(([, { ports }]) => ports !== undefined);
    expect(open.map(([name, { ports }]) => [name, ports])).toEqual([['edge', ['127.0.0.1:8080:8080', '8443:8443']]]);
  });

  it('refers to existing files, volumes and build stages only', () => {
    for (const [, { volumes = [], build }] of services) {
      for (const volume of volumes) {
        const from = volume.split(':')[0] ?? '';
        if (from.startsWith('.')) expect([from, existsSync(join(ROOT, from))]).toEqual([from, true]);
        else expect(Object.keys(compose.volumes)).toContain(from);
      }
      if (build) expect(dockerfile).toMatch(new RegExp(`^FROM .* AS ${build.target}$`, 'm'));
    }
  });
});

describe('deploy/Dockerfile', () => {
  it('runs every image as an unprivileged user', () => {
    const stages = dockerfile.split(/^FROM /m).slice(1);
    const run = stages.filter((stage) => stage.includes('CMD ['));
    expect(run.length).toBe(2);
    for (const stage of run) expect(stage).toMatch(/^USER node$/m);
  });

  it('copies existing files only, and the package.json of every workspace', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) => paths?.split(' ') ?? []);
    for (const path of copied) expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, { link?: boolean }> };
    const workspaces = Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules/'));
    expect(copied).toEqual(expect.arrayContaining(workspaces.map((path) => `${path}/package.json`)));
  });

  it('has a health check for the server and none for containers that end', () => {
    expect(dockerfile.match(/^HEALTHCHECK .*$/gm)).toEqual([expect.stringContaining('"deploy/health.mjs"'), 'HEALTHCHECK NONE']);
  });
});

it('base images are pinned by digest, apart from those of Citus', () => {
  const images = [/^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile)?.[1] ?? '', ...services.map(([, { image }]) => image ?? '')].filter(
    (image) => !/^$|^cam-server$|citusdata/.test(image),
  );
  expect(images.length).toBe(3);
  for (const image of images) expect(image).toMatch(/:\d[\w.-]+@sha256:[0-9a-f]{64}}?$/);
});

it('the edge staples the revocation answer of its certificate', () => {
  const edge = readFileSync(join(ROOT, 'deploy/nginx/listen.conf'), 'utf8');
  for (const line of ['ssl_stapling on;', 'resolver 127.0.0.11 ']) expect(edge).toContain(`\n${line}`);
});

it('deploy scripts have no syntax errors', () => {
  for (const name of readdirSync(join(ROOT, 'deploy')).filter((file) => file.endsWith('.sh'))) execFileSync('sh', ['-n', join(ROOT, 'deploy', name)]);
  for (const name of readdirSync(join(ROOT, 'deploy')).filter((file) => file.endsWith('.mjs')))
    execFileSync(process.execPath, ['--check', join(ROOT, 'deploy', name)]);
});
