import { exposures, isContractorType, ownExposure, withOwnExposure, type Exposure, type ExposedIdentity } from './exposure';
import { DEFAULT_WEIGHTS } from './weights';

const person = (fields: Partial<ExposedIdentity> = {}): ExposedIdentity => ({
  ...{ uri: 'ada', name: 'ada', type: 'USER', mfa: true, password: null, keyAge: null, idle: false },
  ...{ external: false, isContractor: false, public: false, isAddressed: false, isKnownAccount: true },
  ...fields,
});

/** Returns the exposure of each identity, by URI. */
const exposuresOf = (identities: readonly ExposedIdentity[], becoming: ReadonlyMap<string, string[]>): Map<string, Exposure> =>
  exposures(new Map(identities.map((one) => [one.uri, withOwnExposure(one, DEFAULT_WEIGHTS)])), becoming, DEFAULT_WEIGHTS);

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
    ['a user with a password but without a second factor', { mfa: false, password: true }, 0.6, 'NO_SECOND_FACTOR'],
    ['a program with a key and without a password', { mfa: false, password: false, keyAge: 20 }, 0.2, 'NO_PASSWORD'],
    ['a program with an old key', { mfa: false, password: false, keyAge: 400 }, 0.5, 'OLD_KEY'],
    ['a program whose key nobody uses', { mfa: false, password: false, keyAge: 20, idle: true }, 0.5, 'IDLE'],
    ['a guest', { external: true }, 0.5, 'GUEST'],
    ['a contractor with a second factor', { isContractor: true }, 0.35, 'CONTRACTOR'],
    ['a contractor without one', { isContractor: true, mfa: false }, 0.6, 'NO_SECOND_FACTOR'],
    ['a guest who is a contractor', { isContractor: true, external: true }, 0.5, 'GUEST'],
    ['a workload', { type: 'INSTANCE', mfa: null }, 0.2, 'WORKLOAD'],
    ['a workload with a public address behind a firewall', { type: 'INSTANCE', mfa: null, isAddressed: true }, 0.35, 'ADDRESSED_WORKLOAD'],
    ['a workload that the internet reaches', { type: 'INSTANCE', mfa: null, isAddressed: true, public: true }, 0.5, 'PUBLIC_WORKLOAD'],
    ['a role that nobody can become', { type: 'ROLE', mfa: null }, 0, 'NOBODY'],
  ])('%s', (_who, fields, value, cause) => {
    expect(ownExposure(person(fields), DEFAULT_WEIGHTS)).toMatchObject({ cause });
    expect(ownExposure(person(fields), DEFAULT_WEIGHTS).value).toBeCloseTo(value);
  });

  it('of the identity of a machine is that of the machine, times 0.9', () => {
    const own = person({ uri: 'mi', name: 'vm-1', type: 'SERVICE_ACCOUNT', mfa: null });
    const machine = person({ uri: 'vm', name: 'vm-1', type: 'INSTANCE', mfa: null, isAddressed: true });
    const of = (facts: Partial<ExposedIdentity>) => exposuresOf([{ ...machine, ...facts }, own], new Map([['mi', ['vm']]])).get('mi');
    expect(of({ public: true })).toMatchObject({ cause: 'THROUGH', through: { name: 'vm-1', type: 'INSTANCE' } });
    expect(of({ public: true })?.value).toBeCloseTo(0.45);
    expect(of({})?.value).toBeCloseTo(0.315);
    // Nothing is gained through a machine that is no easier to reach than any other workload.
    expect(of({ isAddressed: false })).toMatchObject({ value: 0.2, cause: 'WORKLOAD' });
  });

  it('of a role is that of the most exposed identity that can become it, times 0.9', () => {
    const role = person({ uri: 'role', name: 'role', type: 'ROLE', mfa: null });
    const careless = person({ uri: 'ben', name: 'ben', mfa: false });
    const found = exposuresOf([person(), careless, role], new Map([['role', ['ada', 'ben']]]));
    expect(found.get('role')).toMatchObject({ cause: 'THROUGH', through: { name: 'ben' } });
    expect(found.get('role')?.value).toBeCloseTo(0.54);
  });

  it.each([
    ['Contractor', true],
    ['contract worker', true],
    ['External', true],
    ['Vendor', true],
    ['Employee', false],
    ['Internal', false],
    ['', false],
  ])('knows whether the employee type "%s" stands for another company: %s', (type, is) => expect(isContractorType(type)).toBe(is));
});
