import type { Severity } from '@cam/contracts/server';
import { casesToTry, dice, type Dice } from '../../../../test/support/differential';
import type { Tier } from '../../store/risk-rows';
import { describeFinding } from './describe-finding';
import { scoreFinding, type FindingFacts, type FoundAccess } from './score-finding';
import type { StoredScore } from './store';
import { DEFAULT_WEIGHTS, faultOfWeights } from './weights';

const NAMES = ['Control', 'Crown jewels', 'Important', 'Rest'];
const SEVERITIES: Severity[] = ['LOW', 'MEDIUM', 'HIGH'];
const CASES = Array.from({ length: casesToTry(400, 20_000) }, (_, seed) => seed);

const score = (facts: FindingFacts): number => scoreFinding(facts, DEFAULT_WEIGHTS).score;

function randomIdentity({ one }: Dice): StoredScore {
  return {
    ...{ entity_id: 'i', uri: 'i', name: 'ada', type: 'USER', account_id: '1', kind: 'IDENTITY', tier: one<Tier>([0, 3]), score: 50 },
    factors: {
      ...{ worst: one([0, 0.05, 0.4, 1]), breadth: one([0, 0.1]), exposure: one([0, 0.2, 0.6, 1]), disuse: one([0, 0.5, 1]) },
      ...{ level: { tier: 3, mode: 'read', count: 4, conditional: false }, names: [], cause: 'SECOND_FACTOR', through: null, keyAge: null },
      ...{ judged: 4, unused: 2 },
    },
  };
}

function randomResource({ one, chance }: Dice): StoredScore {
  const by = { uri: 'i', name: 'ada', type: 'USER' };
  return {
    ...{
      entity_id: 'r',
      uri: 'r',
      name: 'payroll',
      type: 'OBJECT_STORE',
      account_id: '1',
      kind: 'RESOURCE',
      tier: one<Tier>([0, 1, 2, 3]),
      score: 50,
    },
    factors: {
      tier: one([0.1, 0.4, 1]),
      ways: chance(0.7) ? { people: { value: one([0.2, 0.6]), mode: 'read', conditional: false, by } } : {},
    },
  };
}

function randomAccess(random: Dice): FoundAccess[] {
  const mode = (): number => random.one([0, 1, 2]);
  return random.times(1, 6, () => {
    const index = random.next();
    return {
      ...{ uri: `r${index}`, name: `r${index}`, type: 'OBJECT_STORE', tier: random.one<Tier>([0, 1, 2, 3]) },
      modes: { read: mode(), write: mode(), admin: mode() },
    };
  });
}

function randomFacts(random: Dice): FindingFacts {
  const severity = random.one(SEVERITIES);
  const kind = random.one(['NONE', 'RESOURCE', 'IDENTITY', 'ACCESS', 'ACCESS']);
  if (kind === 'NONE') return { severity, subject: null, access: null };
  if (kind === 'RESOURCE') return { severity, subject: randomResource(random), access: null };
  return { severity, subject: randomIdentity(random), access: kind === 'ACCESS' ? randomAccess(random) : null };
}

/** Returns the seeds in which a change lowers the score. */
function lowered(change: (facts: FindingFacts, random: Dice) => FindingFacts | null): number[] {
  return CASES.filter((seed) => {
    const random = dice(seed);
    const facts = randomFacts(random);
    const changed = change(facts, random);
    return changed !== null && score(changed) < score(facts);
  });
}

describe('the score of a finding', () => {
  it('never falls with a higher severity', () => {
    expect(lowered((facts) => ({ ...facts, severity: SEVERITIES[SEVERITIES.indexOf(facts.severity) + 1] ?? 'HIGH' }))).toEqual([]);
  });

  it('never falls when the finding covers one resource more', () => {
    expect(lowered((facts, random) => facts.access && { ...facts, access: [...facts.access, ...randomAccess(random)] })).toEqual([]);
  });

  it('never falls when a resource is in a more important tier', () => {
    const raised = (one: FoundAccess): FoundAccess => ({ ...one, tier: Math.max(0, one.tier - 1) as Tier });
    expect(lowered((facts) => facts.access && { ...facts, access: facts.access.map((one, index) => (index === 0 ? raised(one) : one)) })).toEqual([]);
  });

  it('never falls when access becomes stronger or unconditional', () => {
    const more = (one: FoundAccess): FoundAccess => ({ ...one, modes: { ...one.modes, admin: Math.min(2, one.modes.admin + 1) } });
    expect(lowered((facts) => facts.access && { ...facts, access: facts.access.map((one, index) => (index === 0 ? more(one) : one)) })).toEqual([]);
  });

  it('is what its visible factors multiply to', () => {
    for (const seed of CASES) {
      const found = scoreFinding(randomFacts(dice(seed)), DEFAULT_WEIGHTS);
      const { score, factors } = describeFinding(found, NAMES);
      const value = (factor: string): number | undefined => factors.find((one) => one.factor === factor)?.value;
      const rest = (factor: string): number => 1 - (value(factor) ?? 0);
      const ofResource = (value('TIER') ?? 0) * (1 - rest('PUBLIC') * rest('EXTERNAL') * rest('PEOPLE') * rest('PROGRAMS'));
      const ofIdentity =
        Math.min(1, (value('IMPACT') ?? 0) + (value('BREADTH') ?? 0)) * (value('EXPOSURE') ?? 1) * (0.5 + 0.5 * (value('DISUSE') ?? 1));
      const base = value('TIER') === undefined ? ofIdentity : ofResource;
      const exact = 100 * base * (value('SEVERITY') ?? 0);
      // Half a point rounds either way, because the product is not exact.
      expect([seed, Math.abs(score - exact) < 0.500_001]).toEqual([seed, true]);
    }
  });

  it('is in the middle and marked when nobody can tell the risk of the entity', () => {
    const found = scoreFinding({ severity: 'HIGH', subject: null, access: null }, DEFAULT_WEIGHTS);
    expect(found.score).toBe(50);
    expect(describeFinding(found, NAMES).factors[0]).toMatchObject({ factor: 'IMPACT', known: false });
  });
});

it('a severity must not weigh more than a higher one', () => {
  expect(faultOfWeights(DEFAULT_WEIGHTS)).toBeNull();
  expect(faultOfWeights({ ...DEFAULT_WEIGHTS, severity: { high: 0.5, medium: 0.7, low: 0.4 } })).toContain('severity');
});
