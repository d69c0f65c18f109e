import { STAGES, type StageMap } from '@cam/contracts';
import { problemOf, withKeys, withValue, withWords } from './stage-fields';

const map: StageMap = {
  keys: ['env'],
  stages: STAGES.map((stage) => ({ stage, values: stage === 'production' ? ['prod'] : [], accounts: [] })),
};
const valuesOf = (changed: StageMap): string[] => changed.stages.map(({ values }) => values.join());

it('withWords moves a word from the stage that had it, in lower case and without blanks', () => {
  expect(valuesOf(withWords(map, 'staging', 'values', [' PROD ', 'stg', 'stg', '']))).toEqual(['', 'prod,stg', '', '', '']);
});

it('withValue gives a tag value to one stage, or to none', () => {
  const moved = withValue(map, 'Prod', 'sandbox');
  expect(valuesOf(moved)).toEqual(['', '', '', '', 'prod']);
  expect(valuesOf(withValue(moved, 'prod', null))).toEqual(['', '', '', '', '']);
});

it('problemOf asks for a key or a pattern, as nothing would belong to a stage', () => {
  expect(problemOf(map)).toBeNull();
  const empty = withKeys(map, []);
  expect(problemOf(empty)).toContain('Enter a tag key');
  expect(problemOf(withWords(empty, 'production', 'accounts', ['*prod*']))).toBeNull();
});
