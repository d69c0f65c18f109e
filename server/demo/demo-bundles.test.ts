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
const imported = onceFor((bundle): { facts: SourceFacts; warnings: string[] } => {
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
  it('cover all five providers and two AWS organizations', () => {
    expect([...new Set(today.map(({ cloudType }) => cloudType))].sort()).toEqual(['AWS', 'AZURE', 'GCP', 'IDP_AZURE_AD', 'IDP_OKTA']);
    const organizations = ofCloud('AWS').filter((bundle) => textsOf(bundle).some(([path]) => path.startsWith('organizations/')));
    expect(organizations.map(({ name }) => name)).toEqual(['kestrel-management', 'larkspur-management']);
  });

  it('attribute each role session of a person to the address of the sign-in, and no session to a name that its user chose', () => {
    const found = ofCloud('AWS').flatMap((bundle) =>
      imported(bundle).facts.events.flatMap(({ raw, session }) => {
        const name = /:assumed-role\/[^/"]+\/([^"]+)"/.exec(raw)?.[1];
        return name === undefined ? [] : [{ name, session }];
      }),
    );
    const isOfPerson = ({ name }: { name: string }): boolean => name.includes('@');
    expect(found.filter(isOfPerson).length).toBeGreaterThan(100);
    expect(found.filter((one) => one.session !== (isOfPerson(one) ? one.name : ''))).toEqual([]);
  });

  it.each(today.map((bundle): [string, DemoBundle] => [`${bundle.cloudType} ${bundle.name}`, bundle]))(
    'import without warnings: %s',
    (_name, bundle) => {
      const { facts, warnings } = imported(bundle);
      expect(warnings).toEqual([]);
      expect(facts.entities.length).toBeGreaterThan(20);
    },
  );

  it('are byte for byte the same for the same seed, and differ for another seed', () => {
    const hashOf = (seed: number): string => {
      const hash = createHash('sha256');
      for (const bundle of demoTenant({ ...OPTIONS, seed, days: 1 })) for (const [path, text] of textsOf(bundle)) hash.update(path).update(text);
      return hash.digest('hex');
    };
    expect(hashOf(1)).toBe(hashOf(1));
    expect(hashOf(1)).not.toBe(hashOf(2));
  });

  it('change by less than 4 % from one day to the next, in every cloud', () => {
    for (const bundle of today) {
      const before = bundles.find(({ folder, day }) => folder === bundle.folder && day !== bundle.day) as DemoBundle;
      const [old, now] = [before, bundle].map((one) => new Set(imported(one).facts.entities.map(({ uri }) => uri))) as [Set<string>, Set<string>];
      const changed = [...old].filter((uri) => !now.has(uri)).length + [...now].filter((uri) => !old.has(uri)).length;
      expect({ bundle: bundle.name, isLittle: changed < 0.04 * now.size }).toEqual({ bundle: bundle.name, isLittle: true });
    }
    const policies = (day: string): number =>
      bundles.filter((one) => one.day === day && one.cloudType === 'AZURE').reduce((sum, one) => sum + imported(one).facts.policies.length, 0);
    expect(policies(OPTIONS.end)).not.toBe(policies('2026-03-30'));
  });

  it('keep their entities after the last day of the history, with logs up to their own day', () => {
    const later = [...bundlesOf(new Plan(OPTIONS, new Calendar(OPTIONS.end, -40)))];
    // People who joined on the last days start to work.
    const passing = new Set(['lastused', 'keyage', 'status']);
    const lasting = ({ facts }: ReturnType<typeof imported>): string[] =>
      facts.entities.map(({ uri, attributes }) => JSON.stringify([uri, Object.entries(attributes).filter(([name]) => !passing.has(name))])).sort();
    const daysOf = ({ facts }: ReturnType<typeof imported>): Set<string> => new Set(facts.usage.map(({ day }) => day));
    expect(later).toHaveLength(today.length);
    for (const [index, bundle] of later.entries()) {
      const [before, after] = [imported(today[index] as DemoBundle), imported(bundle)];
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

  it('identify Azure principals by their IDs in the Entra ID directory', () => {
    const [directory] = ofCloud('IDP_AZURE_AD') as [DemoBundle];
    const idsIn = (file: string): string[] => (fileOf(directory, file) as { value: { id: string }[] }).value.map(({ id }) => id);
    const known = new Set([...idsIn('users.json'), ...idsIn('groups.json'), ...idsIn('service-principals.json')]);
    const named = ofCloud('AZURE').flatMap((one) =>
      (fileOf(one, 'role-assignments.json') as { principalId: string }[]).map(({ principalId }) => principalId),
    );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((id) => !known.has(id))).toEqual([]);
  });

  it('assign users only to AWS roles that exist and trust the directory', () => {
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
