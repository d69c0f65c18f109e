import { splitAtStatement } from './JsonView';

const POLICY = {
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Action: 's3:*' },
    { Effect: 'Deny', Action: '*' },
  ],
};

describe('splitAtStatement', () => {
  it('marks the deciding statement and keeps the text unchanged', () => {
    const blocks = splitAtStatement(JSON.stringify(POLICY), 1);
    expect(blocks.map(({ text }) => text).join('')).toBe(JSON.stringify(POLICY, null, 4));
    expect(blocks.filter(({ marked }) => marked).map(({ text }) => text.includes('Deny') && !text.includes('s3'))).toEqual([true]);
  });

  it('keeps the text of a policy whose Statement is a single object', () => {
    const single = { Statement: { Effect: 'Allow' } };
    expect(
      splitAtStatement(JSON.stringify(single), 0)
        .map(({ text }) => text)
        .join(''),
    ).toBe(JSON.stringify(single, null, 4));
  });

  it('returns nothing for invalid JSON, and {} for a missing document', () => {
    expect(splitAtStatement('{', 0)).toEqual([]);
    expect(splitAtStatement('', undefined)).toEqual([{ text: '{}', marked: false }]);
  });
});
