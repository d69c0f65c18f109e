import { grantingPolicies, policyAccounts, printPolicyReference, readPolicyReference, type PolicyReferenceParts } from './policy-reference';

describe('policy reference', () => {
  it.each<[string, PolicyReferenceParts]>([
    [
      'LOOKUP:arn%3Aaws%3Aiam%3A%3A1%3Apolicy/Read -:Read all: really',
      { kind: 'LOOKUP', of: '', id: 'arn:aws:iam::1:policy/Read', title: 'Read all: really' },
    ],
    ['IDP=IDP_OKTA:00u2/ra19 -:Super Administrator', { kind: 'IDP', of: 'IDP_OKTA', id: '00u2/ra19', title: 'Super Administrator' }],
    ['ROLE=Key%20Vault%20Reader:/a/b%25 -:Key Vault Reader', { kind: 'ROLE', of: 'Key Vault Reader', id: '/a/b%', title: 'Key Vault Reader' }],
  ])('is printed and parsed: %s', (text, reference) => {
    expect(printPolicyReference(reference)).toBe(text);
    expect(readPolicyReference(text)).toEqual(reference);
  });

  it('is parsed without a title or encoding, and is null without an id', () => {
    expect(readPolicyReference('LOOKUP:p-1')).toMatchObject({ id: 'p-1', title: 'p-1' });
    expect(readPolicyReference('ROLE=Key Vault Reader:x')).toMatchObject({ of: 'Key Vault Reader', id: 'x', title: 'Key Vault Reader' });
    expect(['', 'LOOKUP:', 'ROLE:x', 'LOOKUP=a:x', 'p-1'].map(readPolicyReference)).toEqual([null, null, null, null, null]);
  });

  it('names the granting policies of a row once', () => {
    expect(grantingPolicies({ policies: ['LOOKUP:p-1 -:Read', 'LOOKUP:p-2 -:Read', 'LOOKUP:p-3'] })).toEqual(['Read', 'p-3']);
    expect(grantingPolicies({})).toEqual([]);
  });

  it('is looked up in the accounts of its row', () => {
    expect(policyAccounts({ resourceAccountID: '1', identityAccountID: '2', policy_account_id: '1' })).toEqual(['1', '2']);
    expect(policyAccounts({ identityAccountID: '', account_id: '3' })).toEqual(['3']);
  });
});
