import { DatabaseUnavailable, withUnavailable } from './unavailable';

const failed = (code: string | null, message = 'it failed'): Error => Object.assign(new Error(message), code === null ? {} : { code });

it.each([
  [failed('ECONNREFUSED')],
  [failed('57P01', 'terminating connection due to administrator command')],
  [failed('57P03', 'the database system is starting up')],
  [failed('08006')],
  [failed(null, 'Connection terminated unexpectedly')],
  [new AggregateError([failed('ECONNREFUSED'), failed('ECONNREFUSED')])],
])('withUnavailable recognizes a lost connection: %s', (error) => expect(withUnavailable(error)).toBeInstanceOf(DatabaseUnavailable));

it.each([[failed('23505', 'duplicate key')], [failed('57014', 'canceling statement')], [failed(null, 'no such name')]])(
  'withUnavailable returns other errors unchanged: %s',
  (error) => expect(withUnavailable(error)).toBe(error),
);
