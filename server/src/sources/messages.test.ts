import { messagesOf } from './messages';

const SOURCE = { account_id: '1', account_name: 'Production' };
const warning = (place: string, message = 'The policy has no name.') => ({ file: 'iam/roles.json', place, message });

it('lists few equal warnings one by one, and many as one row with their number', () => {
  const few = [warning('1'), warning('2'), warning('3')];
  expect(messagesOf(SOURCE, few, null).map(({ place }) => place)).toEqual(['1', '2', '3']);
  const many = [warning('1'), warning('9', 'The file is empty.'), ...Array.from({ length: 1200 }, (_, n) => warning(String(n + 2)))];
  expect(messagesOf(SOURCE, many, 'No snapshot.').map(({ type, place, message }) => [type, place, message])).toEqual([
    ['ERROR', null, 'No snapshot.'],
    ['WARNING', '1', 'The policy has no name. The same applies to 1,200 other places.'],
    ['WARNING', '9', 'The file is empty.'],
  ]);
});
