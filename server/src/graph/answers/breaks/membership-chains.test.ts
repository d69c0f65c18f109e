import { MembershipChains } from './membership-chains';

const join = (text: string): { member: string; group: string } => {
  const [member = '', group = ''] = text.split('>');
  return { member, group };
};
const chainsOf = (joins: string[], member: string, group: string): string[] =>
  new MembershipChains(joins.map(join)).between(member, group).map((chain) => [member, ...chain.map((one) => one.group)].join('>'));

it('finds each chain of groups once, the shortest first, also among circles', () => {
  const joins = ['ann>a', 'a>b', 'b>top', 'ann>c', 'c>top', 'b>a', 'top>a', 'ann>d', 'd>ann'];
  expect(chainsOf(joins, 'ann', 'top')).toEqual(['ann>c>top', 'ann>a>b>top']);
  expect(chainsOf(joins, 'ann', 'a')).toEqual(['ann>a', 'ann>c>top>a']);
});

it('takes a membership without known chain as direct, and ends among very many chains', () => {
  expect(chainsOf([], 'ann', 'top')).toEqual(['ann>top']);
  const levels = Array.from({ length: 8 }, (_none, level) =>
    [0, 1, 2, 3].flatMap((from) => [0, 1, 2, 3].map((to) => `${level}.${from}>${level + 1}.${to}`)),
  );
  const wide = chainsOf([...[0, 1, 2, 3].map((at) => `ann>0.${at}`), ...levels.flat()], 'ann', '3.0');
  expect(wide).toHaveLength(20);
});
