import type { Entity } from './model';
import { chooseReportingSources, isShared, scopesAbove, type ScopeReport } from './shared-scopes';
import type { Relation } from './source-facts';

function scope(nativeId: string, scopekind: string, cloudType = 'GCP'): Entity {
  const facts = { name: nativeId, type: 'SCOPE', accountId: '1', region: '-', isIdentity: false, isResource: true };
  return { ...facts, uri: `t:${cloudType}:1:-:SCOPE:${nativeId}`, nativeId, cloudType, attributes: { scopekind } };
}

const lies = (child: string, parent: string): Relation => ({
  child: { nativeId: child },
  parent: { nativeId: parent },
  kind: 'contains',
  detail: {},
});

const said = (sourceUid: string, isAbove = true): ScopeReport => ({ uri: 'folder', sourceUid, isAbove });

const tellerOf = (told: ScopeReport[], counting: string[] = []) =>
  chooseReportingSources(told, new Map([['folder', new Set(counting)]])).get('folder');

describe('shared scopes', () => {
  it('are management groups, folders and organizations, but neither projects nor what one account of AWS lists', () => {
    expect(isShared(scope('folders/1', 'folder'))).toBe(true);
    expect(isShared(scope('group', 'management group', 'AZURE'))).toBe(true);
    expect(isShared(scope('projects/a', 'project'))).toBe(false);
    expect(isShared(scope('o-1', 'organization', 'AWS'))).toBe(false);
  });

  it('are told of best by a source with something in them', () => {
    const entities = [
      scope('projects/a', 'project'),
      scope('folders/1', 'folder'),
      scope('folders/2', 'folder'),
      scope('organizations/3', 'organization'),
    ];
    const relations = [lies('projects/a', 'folders/1'), lies('folders/1', 'organizations/3'), lies('folders/2', 'organizations/3')];
    expect([...scopesAbove(entities, relations)]).toEqual(['folders/1', 'organizations/3']);
  });

  it('end where folders lie in one another in a circle', () => {
    const entities = [scope('folders/1', 'folder'), scope('folders/2', 'folder')];
    expect(scopesAbove(entities, [lies('p', 'folders/1'), lies('folders/1', 'folders/2'), lies('folders/2', 'folders/1')]).size).toBe(2);
  });

  it('count as one source tells of them, and go on to as long as it does', () => {
    expect(tellerOf([said('b'), said('a')])).toBe('a');
    expect(tellerOf([said('b'), said('a')], ['b'])).toBe('b');
    expect(tellerOf([said('a')], ['b'])).toBe('a');
  });

  it('count as those tell of them that have something there, whoever was first', () => {
    expect(tellerOf([said('a', false), said('b')], ['a'])).toBe('b');
    expect(tellerOf([said('a', false)])).toBe('a');
  });

  it('count once where an earlier release stored them for each source', () => {
    expect(tellerOf([said('b'), said('a')], ['a', 'b'])).toBe('a');
  });
});
