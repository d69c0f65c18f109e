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
  it('are management groups, folders and GCP organizations, but not projects or AWS organizations', () => {
    expect(isShared(scope('folders/1', 'folder'))).toBe(true);
    expect(isShared(scope('group', 'management group', 'AZURE'))).toBe(true);
    expect(isShared(scope('projects/a', 'project'))).toBe(false);
    expect(isShared(scope('o-1', 'organization', 'AWS'))).toBe(false);
  });

  it('include the folders and the organization above a project, but not empty folders', () => {
    const entities = [
      scope('projects/a', 'project'),
      scope('folders/1', 'folder'),
      scope('folders/2', 'folder'),
      scope('organizations/3', 'organization'),
    ];
    const relations = [lies('projects/a', 'folders/1'), lies('folders/1', 'organizations/3'), lies('folders/2', 'organizations/3')];
    expect([...scopesAbove(entities, relations)]).toEqual(['folders/1', 'organizations/3']);
  });

  it('are found once each if folders form a cycle', () => {
    const entities = [scope('folders/1', 'folder'), scope('folders/2', 'folder')];
    expect(scopesAbove(entities, [lies('p', 'folders/1'), lies('folders/1', 'folders/2'), lies('folders/2', 'folders/1')]).size).toBe(2);
  });

  it('keep their reporting source while it reports them, and otherwise take the first one', () => {
    expect(tellerOf([said('b'), said('a')])).toBe('a');
    expect(tellerOf([said('b'), said('a')], ['b'])).toBe('b');
    expect(tellerOf([said('a')], ['b'])).toBe('a');
  });

  it('take a reporting source with entities below them before the current one', () => {
    expect(tellerOf([said('a', false), said('b')], ['a'])).toBe('b');
    expect(tellerOf([said('a', false)])).toBe('a');
  });

  it('take one reporting source if an earlier release stored several', () => {
    expect(tellerOf([said('b'), said('a')], ['a', 'b'])).toBe('a');
  });
});
