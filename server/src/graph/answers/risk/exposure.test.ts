import { exposures, ownExposure, type ExposedIdentity } from './exposure';
import { DEFAULT_WEIGHTS } from './weights';

const person = (fields: Partial<ExposedIdentity> = {}): ExposedIdentity => ({
  ...{ uri: 'ada', name: 'ada', type: 'USER', mfa: true, keyAge: null, idle: false, external: false, public: false, isKnownAccount: true },
  ...fields,
});

describe('the exposure of an identity', () => {
  it.each<[string, Partial<ExposedIdentity>, number, string]>([
    ['anyone on the internet', { type: 'PUBLIC_NODE' }, 1, 'PUBLIC'],
    ['an unknown account', { type: 'EXT_ACCOUNT', isKnownAccount: false }, 0.8, 'UNKNOWN_ACCOUNT'],
    ['a known account', { type: 'EXT_ACCOUNT' }, 0.5, 'KNOWN_ACCOUNT'],
    ['a person with a second factor', {}, 0.2, 'SECOND_FACTOR'],
    ['a person without one', { mfa: false }, 0.6, 'NO_SECOND_FACTOR'],
    ['a person whose second factor is not known', { mfa: null }, 0.4, 'SECOND_FACTOR_UNKNOWN'],
    ['a person with an old key', { keyAge: 91 }, 0.5, 'OLD_KEY'],
    ['a person who has not signed in for 90 days', { idle: true }, 0.5, 'IDLE'],
    ['a person with a key of 90 days', { keyAge: 90 }, 0.2, 'SECOND_FACTOR'],
    ['a guest', { external: true }, 0.5, 'GUEST'],
    ['a workload', { type: 'INSTANCE', mfa: null }, 0.2, 'WORKLOAD'],
    ['a workload that the internet reaches', { type: 'INSTANCE', mfa: null, public: true }, 0.5, 'PUBLIC_WORKLOAD'],
    ['a role that nobody can become', { type: 'ROLE', mfa: null }, 0, 'NOBODY'],
  ])('%s', (_who, fields, value, cause) => {
    expect(ownExposure(person(fields), DEFAULT_WEIGHTS)).toMatchObject({ cause });
    expect(ownExposure(person(fields), DEFAULT_WEIGHTS).value).toBeCloseTo(value);
  });

  it('of a role is that of the most exposed identity that can become it, times 0.9', () => {
    const role = person({ uri: 'role', name: 'role', type: 'ROLE', mfa: null });
    const careless = person({ uri: 'ben', name: 'ben', mfa: false });
    const found = exposures([person(), careless, role], new Map([['role', ['ada', 'ben']]]), DEFAULT_WEIGHTS);
    expect(found.get('role')).toMatchObject({ cause: 'THROUGH', through: { name: 'ben' } });
    expect(found.get('role')?.value).toBeCloseTo(0.54);
  });
});
