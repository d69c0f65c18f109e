import { oktaUser } from '../../../../test/support/okta-org';
import { GcpBundleReader } from '../../providers/gcp/read/read';
import { OktaBundleReader } from '../../providers/directory/read/read-okta-bundle';

const file = (name: string, value: unknown) => ({ name, content: Buffer.from(JSON.stringify(value)), problem: null });

describe('list files in a bundle', () => {
  it('are recognised in directory bundles by their folder before the shape of their entries', () => {
    const reader = new OktaBundleReader();
    reader.add(file('okta/users_1.json', [oktaUser('ada')]));
    reader.add(file('okta/groups/all.json', [{ id: '00gdev', type: 'OKTA_GROUP', profile: { name: 'dev' } }]));
    reader.add(file('okta/group-members/00gdev.json', [oktaUser('ada')]));
    const { relations } = reader.result().normalise('t', 'o', new Date());
    expect(relations.map(({ child, parent }) => `${child.nativeId} ${parent.nativeId}`)).toEqual(['00uada 00gdev']);
  });

  it('are recognised in cloud bundles by name and shape only, because a folder there is a project', () => {
    const reader = new GcpBundleReader();
    const bucket = { name: '//storage.googleapis.com/ledger', assetType: 'storage.googleapis.com/Bucket', project: 'projects/1' };
    reader.add(file('projects/demo/assets.json', [bucket]));
    const { entities } = reader.result().normalise('t', 'demo', new Date());
    expect(entities.map(({ nativeId }) => nativeId)).toContain(bucket.name);
  });

  it('cause a warning if they contain only one page of several', () => {
    const reader = new OktaBundleReader();
    reader.add(file('users.json', { value: [oktaUser('ada')], '@odata.nextLink': 'https://example.com/2' }));
    expect(reader.result().warnings).toContainEqual({ file: 'users.json', place: '/', message: 'This is one page of several. Export all pages.' });
  });
});
