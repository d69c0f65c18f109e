import type { Risk, RiskFactor } from '@cam/contracts/server';
import { quoted, typeWords } from '../inventory/queries';
import { UNUSED_DAYS } from '../counts/parts';
import { CONTRACTOR_WORDS, type ExposureCause } from './exposure';
import type { Level, Mode, Way } from './score';
import type { StoredScore } from './store';
import type { IdentityFactors, ResourceFactors, WayIn } from './stored-factors';

type Entity = Pick<StoredScore, 'uri' | 'type'>;

/** An entity that has a tier. */
type TieredEntity = Pick<StoredScore, 'uri' | 'type' | 'tier'>;

type Described = 'kind' | 'uri' | 'type' | 'tier' | 'score' | 'factors';

/** The part of a score that its description needs. */
export type DescribedScore =
  | Pick<Extract<StoredScore, { kind: 'IDENTITY' }>, Described>
  | Pick<Extract<StoredScore, { kind: 'RESOURCE' }>, Described>;

/**
 * Returns a score with its factors, each with its reason and its query.
 * @param covers the resources that a finding covers; null: the score is that of an entity
 */
export function describe(stored: DescribedScore, tierNames: readonly string[], covers: readonly Entity[] | null = null): Risk {
  const factors = stored.kind === 'IDENTITY' ? ofIdentity(stored, stored.factors, tierNames, covers) : ofResource(stored, stored.factors, tierNames);
  return { score: stored.score, factors };
}

/**
 * Returns a score for a caller who is limited to accounts: with the factors that are facts of the entity itself. All others name or count the entities that
 * it reaches, or that reach it, which may be in other accounts.
 */
export function describeWithin(stored: DescribedScore, tierNames: readonly string[]): Risk {
  const { score, factors } = describe(stored, tierNames);
  const isOwnExposure = stored.kind === 'IDENTITY' && stored.factors.cause !== 'THROUGH';
  const own = factors.filter(({ factor }) => factor === 'TIER' || factor === 'PUBLIC' || (factor === 'EXPOSURE' && isOwnExposure));
  return { score, factors: own };
}

/** Returns the calculation of a score with the values of its factors. */
export function formulaOf(stored: StoredScore, base: number): string {
  const { score } = stored;
  if (stored.kind === 'RESOURCE') {
    const { tier, ways } = stored.factors;
    const rest = (['public', 'external', 'people', 'programs'] as const).map((way) => `(1 − ${text(ways[way]?.value ?? 0)})`).join(' × ');
    return `100 × ${text(tier)} × (1 − ${rest}) = ${score}`;
  }
  const { worst, breadth, exposure, disuse } = stored.factors;
  return `100 × min(1, ${text(worst)} + ${text(breadth)}) × ${text(exposure)} × (${text(base)} + ${text(1 - base)} × ${text(disuse)}) = ${score}`;
}

const text = (value: number): string => String(Math.round(value * 100) / 100);

/** Types that have access, but that the language cannot search from. */
const WITHOUT_ACCESS_QUERY: ReadonlySet<string> = new Set(['GCP_DOMAIN']);

/** @param covers the resources that a finding covers; without them, the impact is that of everything within reach */
function ofIdentity(entity: Entity, factors: IdentityFactors, tierNames: readonly string[], covers: readonly Entity[] | null): RiskFactor[] {
  const { level, names, worst, breadth, exposure, disuse, judged, unused } = factors;
  const who = subjectOf(entity);
  const acts = who !== '' && !WITHOUT_ACCESS_QUERY.has(entity.type);
  const reach = !level || !acts ? '' : covers === null ? levelQuery(who, level) : coverQuery(who, level, covers);
  return [
    { factor: 'IMPACT', name: 'Impact', value: worst, known: true, query: reach, reason: impactReason(level, names, tierNames) },
    { factor: 'BREADTH', name: 'Breadth', value: breadth, known: true, query: reach, reason: breadthReason(level) },
    {
      ...{ factor: 'EXPOSURE', name: 'Exposure', value: exposure },
      known: factors.cause !== 'SECOND_FACTOR_UNKNOWN',
      query: exposureQuery(entity, who, factors),
      reason: exposureReason(factors),
    },
    {
      ...{ factor: 'DISUSE', name: 'Disuse', value: disuse },
      known: judged > 0,
      query: !acts || judged === 0 ? '' : `${who} with-access any with-usage < ${UNUSED_DAYS}`,
      reason: disuseReason(judged, judged - unused),
    },
  ];
}

/** Returns the words that select an entity; empty when the language has no word for its type. */
function subjectOf({ uri, type }: Entity): string {
  const words = typeWords([type]);
  return words === '' ? '' : `${words} with-attribute uri ${quoted(uri)}`;
}

const FOR: Record<Mode, string> = { read: '', write: ' for write or admin', admin: ' for admin' };

function levelQuery(who: string, { tier, mode }: Pick<Level, 'tier' | 'mode'>): string {
  return `${who} with-access any${tier === 3 ? '' : ` with-attribute tier <= ${tier}`}${FOR[mode]}`;
}

/** Returns the query for the resources of a finding at a level; empty when they are too many, or the language has no word for one of their types. */
function coverQuery(who: string, level: Pick<Level, 'tier' | 'mode'>, covers: readonly Entity[]): string {
  const words = covers.map(subjectOf);
  if (words.length === 0 || words.includes('')) return '';
  const atTier = level.tier === 3 ? '' : ` and tier <= ${level.tier}`;
  return words.map((resource) => `${who} with-access ${resource}${atTier}${FOR[level.mode]}`).join(' or ');
}

const DOES: Record<Mode, string> = { read: 'Has access to', write: 'Can change', admin: 'Administers' };

function impactReason(level: Level | null, names: readonly string[], tierNames: readonly string[]): string {
  if (!level) return 'Has no access to any resource.';
  const { tier, mode, count, conditional } = level;
  const what =
    tier === 3 ? counted(count, 'resource') : `${counted(count, 'resource')} of tier ${tier === 0 ? '0' : `0 to ${tier}`} (${tierNames[tier] ?? ''})`;
  const some = names.length === 0 ? '' : `: ${names.join(', ')}${count > names.length ? ` and ${count - names.length} more` : ''}`;
  return `${DOES[mode]} ${what}${conditional ? ', only under conditions' : ''}${some}.`;
}

function breadthReason(level: Level | null): string {
  return level ? `${counted(level.count, 'resource')} at this level.` : 'No resource at any level.';
}

function disuseReason(judged: number, used: number): string {
  if (judged === 0) return `No log shows the use of this access over ${UNUSED_DAYS} days, so disuse cannot be told.`;
  const among = `${counted(judged, 'resource')} with a log`;
  if (used === 0) return `None of ${among} was used in ${UNUSED_DAYS} days.`;
  return `${used.toLocaleString('en-US')} of ${among} ${used === 1 ? 'was' : 'were'} used in ${UNUSED_DAYS} days.`;
}

const CAUSES: Record<Exclude<ExposureCause, 'THROUGH' | 'OLD_KEY'>, string> = {
  PUBLIC: 'Anyone on the internet can act as it.',
  UNKNOWN_ACCOUNT: 'It belongs to an account that is neither connected nor named.',
  KNOWN_ACCOUNT: 'It belongs to an account or network outside, which is known.',
  NO_SECOND_FACTOR: 'It signs in without a second factor.',
  SECOND_FACTOR_UNKNOWN: 'Whether it needs a second factor is not known, so the middle of the range applies.',
  SECOND_FACTOR: 'It signs in with a second factor.',
  NO_PASSWORD: 'It has no password, so nobody can sign in with it and no second factor applies.',
  PUBLIC_WORKLOAD: 'It is a workload that the internet can reach.',
  ADDRESSED_WORKLOAD: 'It is a workload with a public address. Its firewalls do not let the internet in.',
  WORKLOAD: 'It is a workload that the internet cannot reach.',
  IDLE: `Nobody has signed in with it for ${UNUSED_DAYS} days, so nobody would notice a takeover.`,
  GUEST: 'It is an external identity.',
  CONTRACTOR: 'It belongs to a contractor, whose devices and leaving are in the hands of another company.',
  NOBODY: 'No listed identity can act as it.',
};

function exposureReason({ cause, through, keyAge }: Pick<IdentityFactors, 'cause' | 'through' | 'keyAge'>): string {
  if (cause === 'THROUGH') return `${through?.name ?? 'Another identity'} can act as it or belongs to it.`;
  if (cause === 'OLD_KEY') return `It has a key or secret that is ${keyAge ?? 0} days old.`;
  return CAUSES[cause];
}

function exposureQuery(entity: Entity, who: string, { cause, through }: Pick<IdentityFactors, 'cause' | 'through'>): string {
  if (who === '') return '';
  if (cause === 'NO_SECOND_FACTOR') return `${who} and mfa false`;
  if (cause === 'SECOND_FACTOR') return `${who} and mfa true`;
  if (cause === 'NO_PASSWORD') return `${who} and password false`;
  if (cause === 'OLD_KEY') return `${who} and keyage > ${UNUSED_DAYS}`;
  if (cause === 'IDLE') return `${who} and lastused < ${UNUSED_DAYS}d`;
  if (cause === 'GUEST') return `${who} and external true`;
  if (cause === 'CONTRACTOR') return `${who} and employeetype ${CONTRACTOR_WORDS.map((word) => `${word}*`).join('|')}`;
  if (cause === 'PUBLIC_WORKLOAD') return `${who} and public true`;
  if (cause === 'ADDRESSED_WORKLOAD') return `${who} and publicip *`;
  if (cause === 'THROUGH' && through) return subjectOf(through);
  if (cause === 'NOBODY') return entity.type === 'ROLE' ? `any with-access any via role with-attribute uri ${quoted(entity.uri)}` : '';
  return who;
}

/** The groups of identities that reach a resource, with the subjects of their queries. */
const GROUPS: Record<Way, { factor: RiskFactor['factor']; name: string; subjects: readonly string[]; none: string }> = {
  public: { factor: 'PUBLIC', name: 'Public', subjects: ['public_node'], none: 'The internet has no access.' },
  external: {
    ...{ factor: 'EXTERNAL', name: 'External', none: 'No external identity, account or network has access.' },
    subjects: ['ext_account|network_node', 'user|federated_user with-attribute external true'],
  },
  people: { factor: 'PEOPLE', name: 'People', subjects: ['user|federated_user'], none: 'No user has access.' },
  programs: {
    ...{ factor: 'PROGRAMS', name: 'Programs', none: 'No program has access.' },
    subjects: ['service_account|instance|serverless_compute|service'],
  },
};

/** Returns the query for the access of a group of identities to a resource; empty when the language has no word for its type. */
function wayQuery({ uri, type }: Entity, way: Way): string {
  const { subjects } = GROUPS[way];
  const words = typeWords([type]);
  if (words === '') return '';
  const query = subjects.map((subject) => `${subject} with-access ${words} with-attribute uri ${quoted(uri)}`).join(' or ');
  return way === 'people' ? `${query} and not user|federated_user with-attribute external true` : query;
}

function ofResource(entity: TieredEntity, { tier, ways }: ResourceFactors, tierNames: readonly string[]): RiskFactor[] {
  const words = typeWords([entity.type]);
  const number = entity.tier;
  return [
    {
      ...{ factor: 'TIER', name: 'Tier', value: tier, known: true },
      query: words === '' ? '' : `${words} with-attribute uri ${quoted(entity.uri)} and tier ${number}`,
      reason: `It is in tier ${number} (${tierNames[number] ?? ''}).`,
    },
    ...(Object.keys(GROUPS) as Way[]).map((way): RiskFactor => {
      const { factor, name, none } = GROUPS[way];
      const found = ways[way];
      return {
        ...{ factor, name, value: found?.value ?? 0, known: true },
        query: found && WITHOUT_ACCESS_QUERY.has(found.by.type) ? '' : wayQuery(entity, way),
        reason: found ? wayReason(found) : none,
      };
    }),
  ];
}

const CAN: Record<Mode, string> = { read: 'has access', write: 'can change it', admin: 'administers it' };

function wayReason({ by, mode, conditional }: WayIn): string {
  return `${by.name} ${CAN[mode]}${conditional ? ' under conditions' : ''}.`;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
