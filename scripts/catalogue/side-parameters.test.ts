import { join } from 'node:path';
import { Catalogue } from '../../server/src/graph/engine/catalogue/catalogue';
import { REVIEWED_PAIRS } from '../../server/src/graph/engine/catalogue/side-parameters';
import { compactCatalogue } from './compact-catalogue';

const file = compactCatalogue(join(__dirname, '../..'));

/** Counts the actions that name a resource type of another service, by service, owner and type. */
function derivedPairs(): Map<string, number> {
  const found = new Map<string, number>();
  for (const [service, { actions, resources }] of Object.entries(file.services)) {
    for (const [type, arn] of resources) {
      const owner = arn.split(':')[2] ?? '';
      if (owner === service || owner.includes('$')) continue;
      const naming = actions.filter(([, , types]) => types.some((one) => one.replace('*', '') === type)).length;
      if (naming > 0) found.set([service, owner, type].join(' '), (found.get([service, owner, type].join(' ')) ?? 0) + naming);
    }
  }
  return found;
}

describe('the review of side parameters', () => {
  it('covers every action that names a resource of another service', () => {
    const reviewed = REVIEWED_PAIRS.map(([service, owner, type, count]) => [[service, owner, type].join(' '), count] as const);
    expect(new Map(reviewed)).toEqual(derivedPairs());
  });

  it('leaves actions on a resource itself, and none that only name it', () => {
    const catalogue = new Catalogue(file);
    const on = (arn: string): string[] => catalogue.targetTypesOf(arn).map(({ service }) => service);
    expect(on('arn:aws:s3:::payroll')).not.toContain('ssm');
    expect(on('arn:aws:s3:::payroll')).toContain('s3');
    expect(on('arn:aws:kms:eu-west-1:111122223333:key/1')).toEqual(['kms']);
    expect(on('arn:aws:iam::111122223333:role/app')).toEqual(expect.arrayContaining(['iam', 'sts']));
    expect(on('arn:aws:ec2:eu-west-1:111122223333:instance/i-1')).toEqual(expect.arrayContaining(['ec2', 'ssm', 'ec2-instance-connect']));
  });
});
