import { SourceDraft } from './source-draft';

const facts = { type: 'INSTANCE', region: 'west', isIdentity: false, isResource: true, attributes: {} };

describe('SourceDraft', () => {
  it('marks an entity that runs as an identity as an identity itself', () => {
    const draft = new SourceDraft('t', 'AZURE', 's');
    for (const name of ['runs', 'stands']) draft.add({ ...facts, id: name, nativeId: `/${name}`, name });
    draft.relate('/runs', 'an identity of another source', 'runs_as');
    draft.relate('/stands', '/a-subnet', 'located_in');
    expect(draft.result().entities.map(({ name, isIdentity }) => [name, isIdentity])).toEqual([
      ['runs', true],
      ['stands', false],
    ]);
  });

  it('adds the URI to a relation even if the entity is added later', () => {
    const draft = new SourceDraft('t', 'GCP', 'p');
    draft.relate('machine', 'account', 'runs_as');
    draft.add({ ...facts, id: 'machine', nativeId: 'machine', name: 'machine' });
    expect(draft.result().relations[0]?.child).toEqual({ nativeId: 'machine', uri: 't:GCP:p:west:INSTANCE:machine' });
  });
});
