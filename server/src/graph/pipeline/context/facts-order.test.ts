import type { SourceFacts } from '../../engine/source-facts';
import { inOrder } from './facts-order';

const entity = (uri: string) => ({
  uri,
  nativeId: uri,
  name: uri,
  type: 'USER',
  accountId: '1',
  cloudType: 'AWS',
  region: '-',
  isIdentity: true,
  isResource: true,
  attributes: {},
});
const relation = (child: string, parent: string) => ({
  child: { nativeId: child },
  parent: { nativeId: parent },
  kind: 'member_of' as const,
  detail: {},
});
const policy = (policyId: string, holder: string) => ({
  policyId,
  name: policyId,
  uri: '',
  kind: 'identity' as const,
  holder: { nativeId: holder },
  document: '{}',
});

const facts = (isReversed: boolean): SourceFacts => {
  const list = <T>(...entries: T[]): T[] => (isReversed ? entries.reverse() : entries);
  return {
    cloudType: 'AWS',
    accountId: '1',
    entities: list(entity('a'), entity('B'), entity('c')),
    relations: list(relation('a', 'x'), relation('a', 'B'), relation('B', 'x')),
    policies: list(policy('p', 'c'), policy('p', 'a'), policy('P', 'c')),
    usage: [],
    events: [],
    usageSince: null,
    warnings: [],
  };
};

it('inOrder sorts facts the same way regardless of their original order', () => {
  expect(inOrder(facts(true))).toEqual(inOrder(facts(false)));
  expect(inOrder(facts(true)).entities.map(({ uri }) => uri)).toEqual(['B', 'a', 'c']);
});
