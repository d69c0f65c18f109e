import type { Entity } from './model';
import { chooseReportingSources, isShared, scopesAbove, type ScopeReport } from './shared-scopes';
import type { Relation } from './source-facts';

function scope(nativeId: string, scopekind: string, cloudType = 'GCP'): Entity {
  const facts = { name: nativeId, type: 'SCOPE', accountId: '1', region: '-', isIdentity: false, isResource: true };
  return { ...facts, uri: `t:${cloudType}:1:-:SCOPE:${nativeId}`, nativeId, cloudType, attributes: { scopekind } };
}

const contains = (child: string, parent: string): Relation => ({
  child: { nativeId: child },
  parent: { nativeId: parent },
  kind: 'contains',
  detail: {},
});

const report = (sourceUid: string, isAbove = true): ScopeReport => ({ uri: 'folder', sourceUid, isAbove });

const reportingSource = (reports: ScopeReport[], current: string[] = []) =>
  chooseReportingSources(reports, new Map([['folder', new Set(current)]])).get('folder');

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
    const relations = [contains('projects/a', 'folders/1'), contains('folders/1', 'organizations/3'), contains('folders/2', 'organizations/3')];
    expect([...scopesAbove(entities, relations)]).toEqual(['folders/1', 'organizations/3']);
  });

  it('are found once each if folders form a cycle', () => {
    const entities = [scope('folders/1', 'folder'), scope('folders/2', 'folder')];
    expect(scopesAbove(entities, [contains('p', 'folders/1'), contains('folders/1', 'folders/2'), contains('folders/2', 'folders/1')]).size).toBe(2);
  });

  it('keep their reporting source while it reports them, and otherwise take the first one', () => {
    expect(reportingSource([report('b'), report('a')])).toBe('a');
    expect(reportingSource([report('b'), report('a')], ['b'])).toBe('b');
    expect(reportingSource([report('a')], ['b'])).toBe('a');
  });

  it('take a reporting source with entities below them before the current one', () => {
    expect(reportingSource([report('a', false), report('b')], ['a'])).toBe('b');
    expect(reportingSource([report('a', false)])).toBe('a');
  });

  it('take one reporting source if an earlier release stored several', () => {
    expect(reportingSource([report('b'), report('a')], ['a', 'b'])).toBe('a');
  });
});
