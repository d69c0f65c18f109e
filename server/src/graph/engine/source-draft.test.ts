import { SourceDraft } from './source-draft';

const facts = { type: 'INSTANCE', region: 'west', isIdentity: false, isResource: true, attributes: {} };

describe('a source while it is normalised', () => {
  it('has what runs as somebody as an identity: it acts', () => {
    const draft = new SourceDraft('t', 'AZURE', 's');
    for (const name of ['runs', 'stands']) draft.add({ ...facts, id: name, nativeId: `/${name}`, name });
    draft.relate('/runs', 'an identity of another source', 'runs_as');
    draft.relate('/stands', '/a-subnet', 'located_in');
    expect(draft.result().entities.map(({ name, isIdentity }) => [name, isIdentity])).toEqual([
      ['runs', true],
      ['stands', false],
    ]);
  });

  it('puts URIs to relations also where the entity came later', () => {
    const draft = new SourceDraft('t', 'GCP', 'p');
    draft.relate('machine', 'account', 'runs_as');
    draft.add({ ...facts, id: 'machine', nativeId: 'machine', name: 'machine' });
    expect(draft.result().relations[0]?.child).toEqual({ nativeId: 'machine', uri: 't:GCP:p:west:INSTANCE:machine' });
  });
});
