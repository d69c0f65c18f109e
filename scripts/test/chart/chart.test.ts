import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { loadAll } from 'js-yaml';
import { REMOTE_IDS } from '@cam/contracts';
import { npmTool } from '../npm-tool.cjs';
import { CHART, digestOfChart, EXAMPLE, readYaml, render, RENDERED, valuesOf } from './render-chart.cjs';

const ROOT = join(__dirname, '../../..');
const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Container {
  name: string;
  image: string;
  command?: string[];
  env: { name: string; value: string }[];
  ports?: { name: string; containerPort: number }[];
  securityContext: object;
  resources: { limits: object; requests: object };
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
  livenessProbe?: { httpGet: object };
  readinessProbe?: { httpGet: object };
  startupProbe?: { httpGet: object };
}

interface Pod {
  securityContext: object;
  automountServiceAccountToken: boolean;
  terminationGracePeriodSeconds?: number;
  initContainers?: Container[];
  containers: Container[];
  volumes: { name: string; secret?: { secretName: string; items: { key: string }[] } }[];
}

interface Manifest {
  kind: string;
  apiVersion: string;
  metadata: { name: string };
  spec: {
    replicas?: number;
    selector?: { matchLabels: object };
    template: { metadata: { labels: object }; spec: Pod };
    podSelector: { matchLabels: Record<string, string> };
    policyTypes: string[];
    ingress?: unknown[];
    egress?: { to?: { ipBlock?: { cidr: string; except: string[] } }[] }[];
    rules: { host: string; http: { paths: { path: string; backend: { service: { name: string } } }[] } }[];
    maxUnavailable?: number;
    ports: { port: number }[];
  };
}

const parse = (yaml: string): Manifest[] => loadAll(yaml).filter((one) => one !== null) as Manifest[];
const manifests = parse(readFileSync(RENDERED, 'utf8'));
const of = (kind: string): Manifest[] => manifests.filter((one) => one.kind === kind);
const named = (kind: string, name: string): Manifest => of(kind).find(({ metadata }) => metadata.name === `cam-${name}`) as Manifest;
const pods = [...of('Deployment'), ...of('Job')].map(({ metadata, spec }): [string, Pod] => [metadata.name, spec.template.spec]);
const containersOf = (pod: Pod): Container[] => [...(pod.initContainers ?? []), ...pod.containers];

describe('the values of the chart', () => {
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true, strictTypes: false }).compile(
    readYaml(join(CHART, 'values.schema.json')) as object,
  );
  const problemsOf = (change: unknown): string[] => {
    validate(valuesOf(change));
    return (validate.errors ?? []).map(({ instancePath }) => instancePath).filter((path, index, all) => all.indexOf(path) === index);
  };
  const example = readYaml(EXAMPLE) as Record<string, object>;

  it('are valid in the example, and lack only what an installation must choose without it', () => {
    expect(problemsOf(example)).toEqual([]);
    expect(problemsOf(null).sort()).toEqual(['', '/publicUrl', '/publish/adminEmail', '/secret/name', '/storage/bucket', '/trustedProxies']);
  });

  it.each<[string, object]>([
    ['/publicUrl', { publicUrl: 'http://cam.company.example/console' }],
    ['/api', { api: { replica: 2 } }],
    ['/settings', { settings: { PATH: '/bin' } }],
    ['/settings/CAM_CALL_LIMIT', { settings: { CAM_CALL_LIMIT: 3000000 } }],
    ['/networkPolicy/forbidden', { networkPolicy: { forbidden: [] } }],
  ])('are refused with a fault in %s', (place, change) => {
    expect(problemsOf({ ...example, ...change })).toContain(place);
  });
});

describe('the manifests of the chart', () => {
  it('are those that the templates give', () => {
    // Without this line in the file, the tests below would hold a former chart.
    expect(readFileSync(RENDERED, 'utf8').split('\n')[0]).toContain(digestOfChart());
    const now = render();
    if (now === null)
      return console.warn('Neither Helm nor Go with Sprig is here: the chart is not rendered again (the digest of rendered.yaml fits)');
    const byName = (all: Manifest[]) => new Map(all.map((one) => [`${one.kind} ${one.metadata.name}`, one]));
    expect(byName(parse(now))).toEqual(byName(manifests));
  }, 120_000);

  const models = npmTool('kubernetes-models', '4.5.1');
  (models ? it : it.skip)(
    'match the schemas of Kubernetes',
    () => {
      const load = createRequire(__filename);
      for (const one of manifests) {
        const kinds = load(join(models as string, one.apiVersion)) as Record<string, new (value: object) => { validate(): void }>;
        const Kind = kinds[one.kind] as new (value: object) => { validate(): void };
        expect(() => new Kind(one).validate()).not.toThrow();
        expect(() => new Kind({ ...one, metadata: { name: 1 } }).validate()).toThrow();
      }
    },
    120_000,
  );

  it.each(pods)('run %s as an ordinary user without rights, on a read-only file system and with limits', (_name, pod) => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } });
    expect(pod.automountServiceAccountToken).toBe(false);
    for (const { securityContext, resources, volumeMounts } of containersOf(pod)) {
      expect(securityContext).toEqual({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
      for (const part of [resources.limits, resources.requests]) expect(part).toEqual({ cpu: expect.anything(), memory: expect.anything() });
      const volumes = pod.volumes.map(({ name }) => name);
      for (const { name } of volumeMounts) expect(volumes).toContain(name);
    }
  });

  it('ask every process for its health on the port that it listens on', () => {
    for (const { metadata, spec } of of('Deployment')) {
      const [container] = spec.template.spec.containers as [Container];
      const role = metadata.name.replace('cam-', '');
      const env = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
      expect(env.CAM_ROLE).toBe(role);
      expect(container.ports).toEqual([{ name: 'http', containerPort: Number(role === 'reports' ? env.REPORTS_PORT : env.PORT) }]);
      for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe])
        expect(probe?.httpGet).toEqual({ path: '/healthz', port: 'http' });
      // preStop, and the time of CAM_STOP_TIMEOUT.
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(25);
    }
    expect(text('server/src/main.ts')).toContain("app.get('/healthz'");
    expect(text('docker-compose.yml')).toContain("REPORTS_PORT: '30103'");
    expect(named('Service', 'reports').spec.ports).toEqual([expect.objectContaining({ port: 30103 })]);
  });

  it('protect each process from disruptions, and replicate it', () => {
    for (const role of ['host', 'api', 'worker', 'reports']) {
      const deployment = named('Deployment', role);
      const budget = named('PodDisruptionBudget', role);
      expect(budget.spec).toEqual({ maxUnavailable: 1, selector: deployment.spec.selector });
      expect(deployment.spec.template.metadata.labels).toEqual(deployment.spec.selector?.matchLabels);
    }
    // The autoscaler sets the number of replicas of the API.
    expect(of('Deployment').map(({ spec }) => spec.replicas)).toEqual(expect.arrayContaining([undefined, 2]));
    expect(named('HorizontalPodAutoscaler', 'api')).toBeDefined();
  });

  it('set only variables that the server, its scripts or the command line read', () => {
    const sources = ['server/src/platform/config.ts', 'server/src/platform/config-values.ts', 'server/src/platform/storage/storage-settings.ts']
      .concat(readdirSync(join(ROOT, 'deploy')).flatMap((name) => (name.endsWith('.mjs') ? [`deploy/${name}`] : [])))
      .concat('scripts/cli/installation.ts')
      .map(text)
      .join('\n');
    const names = new Set(pods.flatMap(([, pod]) => containersOf(pod).flatMap(({ env }) => env.map(({ name }) => name))));
    const unknown = [...names].filter((name) => !new RegExp(`\\b${name.replace(/_FILE$/, '(_FILE)?')}\\b`).test(sources));
    expect(unknown).toEqual([]);
    expect(names.size).toBeGreaterThan(20);
  });

  it('pass secrets as files of one Secret only, and none to the host but the token of the metrics', () => {
    for (const [name, pod] of pods) {
      for (const { env } of containersOf(pod)) {
        const plain = env.filter((one) => /PASSWORD|SECRET|TOKEN|_KEY$|DATABASE_URL|SMTP/.test(one.name) && !/_FILE$|_DAYS$/.test(one.name));
        expect([name, plain]).toEqual([name, []]);
      }
      const keys = pod.volumes.flatMap(({ secret }) => secret?.items.map(({ key }) => key) ?? []);
      const files = containersOf(pod).flatMap(({ env }) => env.flatMap(({ value }) => /^\/run\/secrets\/cam\/(.+)$/.exec(value)?.[1] ?? []));
      expect(keys.sort()).toEqual([...new Set(files)].sort());
      if (name === 'cam-host') expect(keys).toEqual(['metrics-token']);
    }
  });

  it('lead every path of the API to the API, reports to their service, and all others to the host', () => {
    const [rule] = named('Ingress', 'edge').spec.rules;
    const paths = new Map(rule?.http.paths.map(({ path, backend }) => [path, backend.service.name]));
    const edge = /location ~ \^\/\(([\w|-]+)\)\(\/\|\$\)/.exec(text('deploy/nginx/nginx.conf'))?.[1]?.split('|') ?? [];
    const metadata = ['.well-known/oauth-protected-resource', '.well-known/oauth-authorization-server'];
    const ofApi = [...edge.filter((name) => name !== 'healthz'), 'r', ...metadata].map((name) => `/${name}`);
    expect(paths).toEqual(new Map([['/', 'cam-host'], ['/v1/reports', 'cam-reports'], ...ofApi.map((path) => [path, 'cam-api'] as const)]));
    expect(rule?.host).toBe('cam.company.example');
  });

  it('close every pod, and open what it needs', () => {
    const policies = of('NetworkPolicy');
    const closed = named('NetworkPolicy', 'closed').spec;
    expect(closed).toEqual({
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'cam', 'app.kubernetes.io/instance': 'cam' } },
      policyTypes: ['Ingress', 'Egress'],
    });
    for (const { spec } of policies) expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
    expect(named('NetworkPolicy', 'host').spec.egress).toBeUndefined();
    expect(named('NetworkPolicy', 'publish').spec.ingress).toBeUndefined();
    const blocks = policies.flatMap(({ spec }) => spec.egress ?? []).flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));
    expect(blocks.length).toBe(3);
    for (const block of blocks) expect(block).toEqual({ cidr: '0.0.0.0/0', except: ['169.254.0.0/16'] });
  });

  it('publish every area with a token of its own', () => {
    const { initContainers: [tokens] = [], containers } = named('Job', 'publish').spec.template.spec;
    expect(tokens?.command?.slice(3)).toEqual(REMOTE_IDS.filter((id) => containers.some(({ name }) => name === `remote-${id}`)));
    expect(containers.map(({ name }) => name).sort()).toEqual(REMOTE_IDS.map((id) => `remote-${id}`).sort());
    for (const { name, volumeMounts } of containers) {
      const area = name.replace('remote-', '');
      expect(volumeMounts).toContainEqual({ name: 'tokens', mountPath: `/tokens/${area}`, subPath: area, readOnly: true });
    }
  });
});
