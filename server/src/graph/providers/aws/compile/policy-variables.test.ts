import { Catalogue } from '../../../engine/catalogue/catalogue';
import { coverage, StatementCompiler, type CompiledStatement } from './compiled-statement';
import { parsePolicyDocument } from './policy-document';
import { contextOf, type KnownKeys } from './request-context';
import { reduceStatement } from './reduce-statement';

const catalogue = new Catalogue({ services: { s3: { actions: [['GetObject', 'Read', ['object']]], resources: [] } } });

function statement(Resource: string, known: KnownKeys, Version = '2012-10-17') {
  const document = parsePolicyDocument({ Version, Statement: { Effect: 'Allow', Action: 's3:*', Resource } });
  const [first] = document?.statements ?? [];
  if (!document || !first) throw new Error('no statement');
  return reduceStatement(new StatementCompiler(catalogue).compile(first, document.allowsVariables), contextOf(known)) as CompiledStatement;
}

const ada = { 'aws:username': 'ada', 'aws:principaltag/team': 'data', 'aws:principaltag/floor': null };

describe('policy variables in Resource elements', () => {
  it('resolve to the values of the principal, regardless of the case of their names', () => {
    expect(statement('arn:aws:s3:::home/${aws:username}/*', ada).patterns).toEqual(['arn:aws:s3:::home/ada/*']);
    expect(statement('arn:aws:s3:::${aws:PrincipalTag/Team}', ada).patterns).toEqual(['arn:aws:s3:::data']);
    expect(statement('arn:aws:s3:::${$}', ada).patterns).toEqual(['arn:aws:s3:::$']);
  });

  it('match nothing if the principal lacks the key, unless they have a default value', () => {
    expect(statement('arn:aws:s3:::${aws:PrincipalTag/floor}', ada).patterns).toEqual([]);
    expect(statement("arn:aws:s3:::${aws:PrincipalTag/floor, 'ground'}", ada).patterns).toEqual(['arn:aws:s3:::ground']);
    expect(statement('arn:aws:s3:::${aws:username}', { 'aws:username': null }).patterns).toEqual([]);
  });

  it('make a statement conditional if only the request determines their value', () => {
    const open = statement('arn:aws:s3:::${saml:sub}/*', ada);
    expect(open.patterns).toEqual(['arn:aws:s3:::*/*']);
    expect(coverage(open, 'arn:aws:s3:::ada/x')).toEqual(['the value of saml:sub matches']);
    expect(coverage(open, 'arn:aws:sqs:::ada')).toBeNull();
    expect(coverage({ ...open, negated: true }, 'arn:aws:s3:::ada/x')).toEqual(['not (the value of saml:sub matches)']);
    expect(coverage({ ...open, negated: true }, 'arn:aws:sqs:::ada')).toEqual([]);
  });

  it('are matched literally if their value contains wildcards', () => {
    const starred = statement('arn:aws:s3:::${aws:username}/${*}', { 'aws:username': '*' });
    expect(coverage(starred, 'arn:aws:s3:::*/*')).toEqual([]);
    expect(coverage(starred, 'arn:aws:s3:::other/x')).toBeNull();
  });

  it('are plain text in policies of version 2008-10-17', () => {
    expect(statement('arn:aws:s3:::${aws:username}', ada, '2008-10-17')).toMatchObject({
      patterns: ['arn:aws:s3:::${aws:username}'],
      conditions: [],
    });
  });
});
