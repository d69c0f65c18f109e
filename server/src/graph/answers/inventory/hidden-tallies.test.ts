import { runCooperatively } from '../../../platform/async/cooperative-scheduler';
import { countUnused } from './count-unused';
import type { IdentityFact, UnusedFact, UnusedOf } from './facts';
import { hiddenTallies, type Holding } from './hidden-tallies';

const ROLES = ['admin', 'reader', 'glass'];
const PROFILES = [
  { profile_id: 'both', roles: ['admin', 'reader'] },
  { profile_id: 'admins', roles: ['admin', 'glass'] },
];
const USERS = [
  ['ann', 'both', 'ordinary'],
  ['ben', 'both', 'break-glass'],
  ['bob', 'admins', 'ordinary'],
  ['svc', null, 'ordinary'],
] as const;
const URIS = [...ROLES, ...USERS.map(([uri]) => uri)];

const identity = (uri: string, type: string, profile: string | null, purpose: string): IdentityFact =>
  ({ entity_id: uri, uri, name: uri, type, profile_id: profile, roles_total: profile === null ? 0 : 1, purpose, judged: true }) as IdentityFact;
const IDENTITIES = [
  ...ROLES.map((uri) => identity(uri, 'ROLE', null, uri === 'glass' ? 'break-glass' : 'ordinary')),
  ...USERS.map(([uri, profile, purpose]) => identity(uri, 'USER', profile, purpose)),
];
const BUNDLES = [
  { bundle: 'all', actions: ['iam:PassRole', 's3:GetObject'], sensitive: ['iam:PassRole'] },
  { bundle: 'read', actions: ['s3:GetObject'], sensitive: [] },
];
const HELD: Readonly<Record<string, string>> = { admin: 'all', reader: 'read', glass: 'all', svc: 'all' };

/** Counts a tenant in which the excluded identities and roles do not exist. */
async function countedWithout(excluded: readonly string[]) {
  const holders = Object.entries(HELD).map(([uri, bundle]) => ({
    ...{ uri, bundle, account_id: '1', cloud_type: 'AWS', used_actions: [], used_services: [] },
  }));
  const isShown = ({ uri }: { uri: string }): boolean => !excluded.includes(uri);
  const counting = countUnused(IDENTITIES.filter(isShown), PROFILES, { held: BUNDLES, holders: holders.filter(isShown) });
  return (await runCooperatively(counting)).flat();
}

function holdingsOf(facts: readonly UnusedFact[], excluded: readonly string[]): Holding[] {
  const size = (profile: string, only: (user: (typeof USERS)[number]) => boolean): number =>
    USERS.filter((user) => user[1] === profile && only(user)).length;
  const isShown = ([uri]: (typeof USERS)[number]): boolean => !excluded.includes(uri);
  const isOrdinary = ([, , purpose]: (typeof USERS)[number]): boolean => purpose === 'ordinary';
  return facts.map((fact) => ({
    fact,
    isExcluded: excluded.includes(fact.uri),
    isOrdinary: fact.uri !== 'glass',
    hasRoles: false,
    acting: PROFILES.filter(({ roles }) => roles.includes(fact.uri)).map(({ profile_id: profile }) => ({
      profile,
      all: size(profile, () => true),
      ordinary: size(profile, isOrdinary),
      all_shown: size(profile, isShown),
      ordinary_shown: size(profile, (user) => isOrdinary(user) && isShown(user)),
    })),
  }));
}

it('the counts without what exclusions hide are those of a tenant that lacks the excluded identities, for every set of exclusions', async () => {
  const all = await countedWithout([]);
  const facts = all.filter(({ section }) => section === 'unused').map(({ value }) => value as UnusedFact);
  for (let set = 0; set < 2 ** URIS.length; set++) {
    const excluded = URIS.filter((_uri, index) => (set >> index) % 2 === 1);
    const rest = await countedWithout(excluded);
    for (const area of ['role', 'identity', 'own'] as const) {
      for (const by of ['service', 'privilege'] as const) {
        const hidden = hiddenTallies(holdingsOf(facts, excluded), area, by);
        const shown = all
          .filter(({ section }) => section === `${area}_${by}`)
          .map(({ key, value }) => {
            const { roles, identities, all_roles, all_identities } = value as UnusedOf;
            const lost = hidden[key] ?? { roles: 0, identities: 0, all_roles: 0, all_identities: 0 };
            return [key, roles - lost.roles, identities - lost.identities, all_roles - lost.all_roles, all_identities - lost.all_identities];
          })
          .filter(([, , , roles, identities]) => Number(roles) + Number(identities) > 0);
        const wanted = rest
          .filter(({ section }) => section === `${area}_${by}`)
          .map(({ key, value }) => {
            const { roles, identities, all_roles, all_identities } = value as UnusedOf;
            return [key, roles, identities, all_roles, all_identities];
          });
        expect([excluded, area, by, shown.sort()]).toEqual([excluded, area, by, wanted.sort()]);
      }
    }
  }
});
