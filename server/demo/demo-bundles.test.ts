import { createHash } from 'node:crypto';
import type { SourceFacts } from '../src/graph/engine/source-facts';
import { PROVIDERS } from '../src/sources/providers';
import type { DemoBundle } from './files';
import { Calendar } from './calendar';
import { Plan } from './plan';
import { bundlesOf, demoTenant } from './tenant';

const OPTIONS = { size: 'S', seed: 1, end: '2026-03-31', days: 2 } as const;

const textsOf = onceFor((bundle: DemoBundle): [path: string, text: string][] =>
  [...bundle.files()].map(({ path, parts }) => [path, [...parts].join('')]),
);

/** Caches a function per bundle, because making and reading bundles takes nearly all the time of this file. */
function onceFor<T>(answer: (bundle: DemoBundle) => T): (bundle: DemoBundle) => T {
  const known = new Map<DemoBundle, T>();
  return (bundle) => {
    if (!known.has(bundle)) known.set(bundle, answer(bundle));
    return known.get(bundle) as T;
  };
}

/** Imports a bundle and returns all warnings of its reader and normaliser. */
const read = onceFor((bundle): { facts: SourceFacts; warnings: string[] } => {
  const provider = PROVIDERS[bundle.cloudType];
  if (!provider) throw new Error(`Nothing reads bundles of ${bundle.cloudType}.`);
  expect(bundle.accountId).toMatch(provider.accountId.pattern);
  const reader = provider.newReader();
  for (const [name, text] of textsOf(bundle)) reader.add({ name, content: Buffer.from(text), problem: null });
  const result = reader.result();
  const facts = result.normalise('demo', bundle.accountId, new Date());
  return { facts, warnings: [...result.warnings, ...facts.warnings].map(({ file, place, message }) => `${file} ${place} ${message}`) };
});

/** Returns the parsed JSON of a bundle's file. */
function fileOf(bundle: DemoBundle, wanted: string): unknown {
  const found = textsOf(bundle).find(([path]) => path === wanted);
  if (!found) throw new Error(`The bundle of ${bundle.name} has no ${wanted}.`);
  return JSON.parse(found[1]);
}

const bundles = [...demoTenant(OPTIONS)];
const today = bundles.filter(({ day }) => day === OPTIONS.end);

const ofCloud = (cloudType: string): DemoBundle[] => today.filter((bundle) => bundle.cloudType === cloudType);

describe('the bundles of the demo company', () => {
  it('are of all five providers, and of two organizations of AWS', () => {
    expect([...new Set(today.map(({ cloudType }) => cloudType))].sort()).toEqual(['AWS', 'AZURE', 'GCP', 'IDP_AZURE_AD', 'IDP_OKTA']);
    const organizations = ofCloud('AWS').filter((bundle) => textsOf(bundle).some(([path]) => path.startsWith('organizations/')));
    expect(organizations.map(({ name }) => name)).toEqual(['kestrel-management', 'larkspur-management']);
  });

  it.each(today.map((bundle): [string, DemoBundle] => [`${bundle.cloudType} ${bundle.name}`, bundle]))(
    '%s is read without a warning',
    (_name, bundle) => {
      const { facts, warnings } = read(bundle);
      expect(warnings).toEqual([]);
      expect(facts.entities.length).toBeGreaterThan(20);
    },
  );

  it('come out the same, byte for byte, for the same seed, and differ for another', () => {
    const hashOf = (seed: number): string => {
      const hash = createHash('sha256');
      for (const bundle of demoTenant({ ...OPTIONS, seed, days: 1 })) for (const [path, text] of textsOf(bundle)) hash.update(path).update(text);
      return hash.digest('hex');
    };
    expect(hashOf(1)).toBe(hashOf(1));
    expect(hashOf(1)).not.toBe(hashOf(2));
  });

  it('change from day to day by a little, in every cloud', () => {
    for (const bundle of today) {
      const before = bundles.find(({ folder, day }) => folder === bundle.folder && day !== bundle.day) as DemoBundle;
      const [old, now] = [before, bundle].map((one) => new Set(read(one).facts.entities.map(({ uri }) => uri))) as [Set<string>, Set<string>];
      const changed = [...old].filter((uri) => !now.has(uri)).length + [...now].filter((uri) => !old.has(uri)).length;
      expect({ bundle: bundle.name, isLittle: changed < 0.04 * now.size }).toEqual({ bundle: bundle.name, isLittle: true });
    }
    const policies = (day: string): number =>
      bundles.filter((one) => one.day === day && one.cloudType === 'AZURE').reduce((sum, one) => sum + read(one).facts.policies.length, 0);
    expect(policies(OPTIONS.end)).not.toBe(policies('2026-03-30'));
  });

  it('after the last day of the history have what there was, and logs up to their own day', () => {
    const later = [...bundlesOf(new Plan(OPTIONS, new Calendar(OPTIONS.end, -40)))];
    // People who joined on the last days start to work.
    const passing = new Set(['lastused', 'keyage', 'status']);
    const lasting = ({ facts }: ReturnType<typeof read>): string[] =>
      facts.entities.map(({ uri, attributes }) => JSON.stringify([uri, Object.entries(attributes).filter(([name]) => !passing.has(name))])).sort();
    const daysOf = ({ facts }: ReturnType<typeof read>): Set<string> => new Set(facts.usage.map(({ day }) => day));
    expect(later).toHaveLength(today.length);
    for (const [index, bundle] of later.entries()) {
      const [before, after] = [read(today[index] as DemoBundle), read(bundle)];
      expect([bundle.name, after.warnings, after.facts.policies]).toEqual([bundle.name, [], before.facts.policies]);
      expect(lasting(after)).toEqual(lasting(before));
      const [known, days] = [daysOf(before), daysOf(after)];
      if (known.size === 0) continue;
      expect([bundle.name, ([...days].sort().at(-1) ?? '') >= '2026-05-05']).toEqual([bundle.name, true]);
      // Both agree on the days that both cover.
      expect([...days].filter((day) => day <= OPTIONS.end && !known.has(day))).toEqual([]);
      const busy = [...days].filter((day) => day > OPTIONS.end).length / [...known].filter((day) => day > '2026-02-19').length;
      expect([bundle.name, busy > 0.5]).toEqual([bundle.name, true]);
    }
  });

  it('name principals of Azure by the ids that the directory gives them', () => {
    const [directory] = ofCloud('IDP_AZURE_AD') as [DemoBundle];
    const idsIn = (file: string): string[] => (fileOf(directory, file) as { value: { id: string }[] }).value.map(({ id }) => id);
    const known = new Set([...idsIn('users.json'), ...idsIn('groups.json'), ...idsIn('service-principals.json')]);
    const named = ofCloud('AZURE').flatMap((one) =>
      (fileOf(one, 'role-assignments.json') as { principalId: string }[]).map(({ principalId }) => principalId),
    );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((id) => !known.has(id))).toEqual([]);
  });

  it('let people sign in to roles of AWS that are there and trust the directory', () => {
    const trusted = ofCloud('AWS').flatMap((one) => {
      const { RoleDetailList } = fileOf(one, 'iam/get-account-authorization-details.json') as {
        RoleDetailList: { Arn: string; AssumeRolePolicyDocument: string }[];
      };
      return RoleDetailList.flatMap(({ Arn, AssumeRolePolicyDocument }) => {
        const { Statement } = JSON.parse(decodeURIComponent(AssumeRolePolicyDocument)) as { Statement: { Principal: { Federated?: string } }[] };
        return Statement.map(({ Principal }) => `${Arn},${Principal.Federated}`);
      });
    });
    const [entra] = ofCloud('IDP_AZURE_AD') as [DemoBundle];
    const principals = (fileOf(entra, 'service-principals.json') as { value: { appRoles: { value: string }[] }[] }).value;
    const byEntra = principals.flatMap(({ appRoles }) => appRoles.map(({ value }) => value)).filter((value) => value.startsWith('arn:'));
    expect(byEntra.length).toBeGreaterThan(5);
    expect(byEntra.filter((value) => !trusted.includes(value))).toEqual([]);

    const [okta] = ofCloud('IDP_OKTA') as [DemoBundle];
    const assigned = textsOf(okta)
      .filter(([path]) => path.startsWith('app-assignments/'))
      .flatMap(([, text]) => (JSON.parse(text) as { profile: { samlRoles?: string[] } }[]).flatMap(({ profile }) => profile.samlRoles ?? []));
    const byOkta = assigned.map((role) => {
      const [account, name] = role.split(' -- ');
      return `arn:aws:iam::${account}:role/${name},arn:aws:iam::${account}:saml-provider/KestrelOkta`;
    });
    expect(byOkta.length).toBeGreaterThan(20);
    expect(byOkta.filter((value) => !trusted.includes(value))).toEqual([]);
  });
});
