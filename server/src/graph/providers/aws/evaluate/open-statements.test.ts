import { mayAdmit, mayAdmitOthers, openStatements, type OpenStatement } from './open-statements';

const HOME = '111122223333';
const OTHER = '444455556666';

function openWith(Condition?: object, Principal: unknown = '*'): OpenStatement[] {
  const Statement = [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*', Principal, ...(Condition ? { Condition } : {}) }];
  return openStatements([{ kind: 'resource', document: JSON.stringify({ Version: '2012-10-17', Statement }) }]);
}
const inOrganization = (id: string) => [{ node: { nativeId: `arn:aws:organizations::${HOME}:root/${id}/r-1` }, policies: [] }];

describe('a policy statement for everyone', () => {
  it('may admit every account without a condition, and none if it names principals', () => {
    expect(mayAdmit(openWith(), OTHER, null)).toBe(true);
    expect(mayAdmitOthers(openWith())).toBe(true);
    expect(openWith(undefined, { AWS: HOME })).toEqual([]);
  });

  it('admits only the accounts of the organization in its condition, as far as these are known', () => {
    const open = openWith({ StringEquals: { 'aws:PrincipalOrgID': 'o-mine' } });
    expect(mayAdmit(open, OTHER, inOrganization('o-mine'))).toBe(true);
    expect(mayAdmit(open, OTHER, inOrganization('o-theirs'))).toBe(false);
    expect(mayAdmit(open, OTHER, null)).toBe(true);
  });

  it('admits only the accounts that its condition names', () => {
    for (const condition of [
      { StringEquals: { 'aws:PrincipalAccount': OTHER } },
      { StringEquals: { 'kms:CallerAccount': OTHER } },
      { StringEquals: { 'AWS:SourceOwner': OTHER } },
      { ArnLike: { 'aws:PrincipalArn': `arn:aws:iam::${OTHER}:role/*` } },
    ]) {
      expect(mayAdmit(openWith(condition), OTHER, null)).toBe(true);
      expect(mayAdmit(openWith(condition), HOME, null)).toBe(false);
    }
    expect(mayAdmitOthers(openWith({ StringEquals: { 'kms:CallerAccount': HOME, 'kms:ViaService': 'ec2.eu-west-1.amazonaws.com' } }))).toBe(false);
  });

  it('admits no account if it is only for services', () => {
    expect(mayAdmit(openWith({ ArnLike: { 'aws:SourceArn': 'arn:aws:s3:::logs' } }), OTHER, null)).toBe(false);
  });
});
