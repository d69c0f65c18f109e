import { Catalogue } from '../../../engine/catalogue/catalogue';
import { StatementCompiler } from '../compile/compiled-statement';
import { parsePolicyDocument } from '../compile/policy-document';
import { principalMatches, type PrincipalMatch } from './principal-match';
import { anySessionOf, parseRequester, type Requester } from './requester';

const ACCOUNT = '111122223333';
const ALICE = `arn:aws:iam::${ACCOUNT}:user/alice`;
const DEPLOYER = `arn:aws:iam::${ACCOUNT}:role/ci/deployer`;
const BUILD = `arn:aws:sts::${ACCOUNT}:assumed-role/deployer/build-7`;
const compiler = new StatementCompiler(new Catalogue({ services: {} }));

/** Returns how a statement with these elements names the requester. */
function matchesOf(elements: object, requester: Requester | null, hasBoundary = false): PrincipalMatch[] {
  const [statement] = parsePolicyDocument({ Statement: { Effect: 'Allow', Action: '*', ...elements } })?.statements ?? [];
  if (!statement || !requester) throw new Error('the statement or the requester is missing');
  return principalMatches(compiler.compile(statement, true), requester, hasBoundary);
}

const modes = (elements: object, requester: Requester | null, hasBoundary = false): string[] =>
  matchesOf(elements, requester, hasBoundary).map(({ mode }) => mode);
const user = parseRequester(ALICE);
const role = anySessionOf(DEPLOYER);
const session = parseRequester(BUILD);

describe('the Principal element of a resource policy', () => {
  it('matches a user or role that it names, and sessions of that role', () => {
    expect(modes({ Principal: { AWS: ALICE } }, user)).toEqual(['direct']);
    expect(modes({ Principal: { AWS: DEPLOYER } }, role)).toEqual(['role']);
    expect(modes({ Principal: { AWS: DEPLOYER } }, session)).toEqual(['role']);
    expect(modes({ Principal: '*' }, user)).toEqual(['direct']);
    expect(modes({ Principal: { AWS: ALICE } }, role)).toEqual([]);
    expect(modes({}, user)).toEqual([]);
  });

  it('delegates to the identity policies of an account that it names, in any partition', () => {
    for (const name of [ACCOUNT, `arn:aws:iam::${ACCOUNT}:root`, `arn:aws-us-gov:iam::${ACCOUNT}:root`]) {
      expect(modes({ Principal: { AWS: name } }, user)).toEqual(['account']);
    }
    expect(modes({ Principal: { AWS: '999988887777' } }, user)).toEqual([]);
  });

  it('matches one role session by the role name without its path', () => {
    expect(modes({ Principal: { AWS: BUILD } }, session)).toEqual(['direct']);
    expect(matchesOf({ Principal: { AWS: BUILD } }, role)).toEqual([{ mode: 'direct', conditions: ['the session is named build-7'] }]);
    expect(modes({ Principal: { AWS: BUILD } }, user)).toEqual([]);
  });

  it('matches services and identity providers by name', () => {
    expect(modes({ Principal: { Service: 'ec2.amazonaws.com' } }, parseRequester('ec2.amazonaws.com'))).toEqual(['direct']);
    expect(modes({ Principal: { Federated: 'accounts.google.com' } }, parseRequester('accounts.google.com'))).toEqual(['direct']);
    expect(modes({ Principal: { Service: 'ec2.amazonaws.com' } }, user)).toEqual([]);
  });

  it('matches an account without known identities by any principal in it, or in a deny by the account only', () => {
    const unknownIdentity = { ...(parseRequester(`arn:aws:iam::${ACCOUNT}:root`) as Requester), kind: 'account' as const };
    expect(modes({ Principal: { AWS: ALICE } }, unknownIdentity)).toEqual(['direct']);
    expect(modes({ Effect: 'Deny', Principal: { AWS: ALICE } }, unknownIdentity)).toEqual([]);
    expect(modes({ Effect: 'Deny', Principal: { AWS: ACCOUNT } }, unknownIdentity)).toEqual(['account']);
  });
});

describe('the NotPrincipal element', () => {
  it('denies principals that it does not name directly', () => {
    const allBut = (...AWS: string[]): object => ({ Effect: 'Deny', NotPrincipal: { AWS } });
    expect(modes(allBut(ALICE, ACCOUNT), user)).toEqual([]);
    expect(modes(allBut(ACCOUNT), user)).toEqual(['direct']);
    expect(modes(allBut(DEPLOYER, ACCOUNT), session)).toEqual(['direct']);
    expect(modes(allBut(DEPLOYER, BUILD, ACCOUNT), session)).toEqual([]);
    expect(matchesOf(allBut(DEPLOYER, BUILD, ACCOUNT), role)).toEqual([{ mode: 'direct', conditions: ['not (the session is named build-7)'] }]);
    expect(modes(allBut(ALICE), parseRequester('*anonymous*'))).toEqual(['direct']);
  });

  it('may deny a principal that it names without its account, and denies one with a permissions boundary', () => {
    const allBut = (...AWS: string[]): object => ({ Effect: 'Deny', NotPrincipal: { AWS } });
    expect(matchesOf(allBut(ALICE), user)).toEqual([{ mode: 'direct', conditions: ['the exemption does not name account 111122223333'] }]);
    expect(modes(allBut(ALICE, ACCOUNT), user, true)).toEqual(['direct']);
  });

  it('allows only principals that it does not name, even through their account', () => {
    const allBut = (...AWS: string[]): object => ({ NotPrincipal: { AWS } });
    expect(modes(allBut(ACCOUNT), user)).toEqual([]);
    expect(modes(allBut('999988887777'), user)).toEqual(['direct']);
  });
});

describe('parseRequester', () => {
  it.each([
    ['arn:aws:iam::111122223333:root', 'root'],
    [ALICE, 'user'],
    [DEPLOYER, 'role'],
    [BUILD, 'session'],
    ['arn:aws:sts::111122223333:federated-user/eve', 'federated-user'],
    ['lambda.amazonaws.com', 'service'],
    ['cognito-identity.amazonaws.com', 'provider'],
    ['arn:aws:iam::111122223333:saml-provider/Corp', 'provider'],
    ['*anonymous*', 'anonymous'],
  ])('recognises the kind of the principal %s', (text, kind) => {
    expect(parseRequester(text)?.kind).toBe(kind);
  });

  it.each(['bob', 'arn:aws:iam::1:user/x', 'arn:aws:iam::111122223333:policy/p', 'arn:aws:s3:::b'])('returns null for %s', (text) => {
    expect(parseRequester(text)).toBeNull();
  });
});
