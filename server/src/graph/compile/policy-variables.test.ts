import { Catalogue } from '../catalogue/catalogue';
import { StatementCompiler } from './compiled-statement';
import { parsePolicyDocument } from './policy-document';
import { withVariables } from './policy-variables';

const catalogue = new Catalogue({ services: { s3: { actions: [['GetObject', 'Read', ['object']]], resources: [] } } });

function statement(Resource: string, known: Record<string, string>, Version = '2012-10-17') {
  const document = parsePolicyDocument({ Version, Statement: { Effect: 'Allow', Action: 's3:*', Resource } });
  const [first] = document?.statements ?? [];
  if (!document || !first) throw new Error('no statement');
  return withVariables(new StatementCompiler(catalogue).compile(first, document.allowsVariables), known);
}

const ada = { 'aws:principaltype': 'User', 'aws:username': 'ada', 'aws:principaltag/team': 'data' };

describe('variables in the resources of a policy', () => {
  it('have the values of the principal, whatever the case of their names', () => {
    expect(statement('arn:aws:s3:::home/${aws:username}/*', ada).patterns).toEqual(['arn:aws:s3:::home/ada/*']);
    expect(statement('arn:aws:s3:::${aws:PrincipalTag/Team}', ada).patterns).toEqual(['arn:aws:s3:::data']);
    expect(statement('arn:aws:s3:::${$}', ada).patterns).toEqual(['arn:aws:s3:::$']);
  });

  it('match nothing where the principal can never have them, unless they have a default', () => {
    expect(statement('arn:aws:s3:::${aws:PrincipalTag/floor}', ada).patterns).toEqual([]);
    expect(statement("arn:aws:s3:::${aws:PrincipalTag/floor, 'ground'}", ada).patterns).toEqual(['arn:aws:s3:::ground']);
    expect(statement('arn:aws:s3:::${aws:username}', { 'aws:principaltype': 'AssumedRole' }).patterns).toEqual([]);
  });

  it('make a statement conditional where only a request decides them', () => {
    const role = { 'aws:principaltype': 'AssumedRole' };
    expect(statement('arn:aws:s3:::${saml:sub}/*', ada)).toMatchObject({
      patterns: ['arn:aws:s3:::*/*'],
      conditions: ['the value of saml:sub fits'],
    });
    expect(statement('arn:aws:s3:::${aws:PrincipalTag/team}', role).conditions).toHaveLength(1);
  });

  it('are plain text in policies of the old version', () => {
    expect(statement('arn:aws:s3:::${aws:username}', ada, '2008-10-17')).toMatchObject({
      patterns: ['arn:aws:s3:::${aws:username}'],
      conditions: [],
    });
  });
});
