import { missingFile, summarizeMissing } from './missing-files';

const broken = { file: 'x.json', place: '/a', message: 'This is wrong.' };

describe('warnings about files missing from a bundle', () => {
  it('stay separate if there are few', () => {
    const few = [broken, missingFile('roles', 'the permissions of roles are unknown')];
    expect(summarizeMissing(few)).toEqual(few);
  });

  it('are merged into one if there are many, apart from other warnings', () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => missingFile(name, `${name} is unknown`));
    const warnings = summarizeMissing([broken, ...many]);
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toBe(broken);
    expect(warnings[1]?.message).toMatch(/^The bundle has no a, b, c, d and 2 more files\. Consequences: a is unknown; .*; and others\./);
  });
});
