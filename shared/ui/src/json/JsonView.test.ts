import { splitAtStatement } from './JsonView';

const POLICY = {
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Action: 's3:*' },
    { Effect: 'Deny', Action: '*' },
  ],
};

describe('a policy document on the screen', () => {
  it('marks the deciding statement and leaves the text as it is', () => {
    const blocks = splitAtStatement(JSON.stringify(POLICY), 1);
    expect(blocks.map(({ text }) => text).join('')).toBe(JSON.stringify(POLICY, null, 4));
    expect(blocks.filter(({ marked }) => marked).map(({ text }) => text.includes('Deny') && !text.includes('s3'))).toEqual([true]);
  });

  it('marks a statement that stands alone, without a list', () => {
    const single = { Statement: { Effect: 'Allow' } };
    expect(
      splitAtStatement(JSON.stringify(single), 0)
        .map(({ text }) => text)
        .join(''),
    ).toBe(JSON.stringify(single, null, 4));
  });

  it('shows nothing for what is not JSON and {} for a missing document', () => {
    expect(splitAtStatement('{', 0)).toEqual([]);
    expect(splitAtStatement('', undefined)).toEqual([{ text: '{}', marked: false }]);
  });
});
