import { ProofFailed } from '../../graph';
import { refusedByChecker } from './refused-by-checker';

const REQUEST = { kind: 'reaches', identityUri: 'ann', resourceUri: 'payroll', actions: null } as const;

it('a proof that the checker refuses is never handed out: the log has both sides, and the answer has none', () => {
  const logged: unknown[] = [];
  const details = { place: 'claim/actions', message: 'The list of actions is not what follows.', found: ['always'], wanted: ['conditional'] };
  const answer = refusedByChecker({ error: (fields: unknown) => logged.push(fields) } as never, 'acme', REQUEST, new ProofFailed(details));
  expect(answer).toMatchObject({ status: 500, code: 'PROOF_FAILED' });
  expect(String((answer as Error).message)).not.toContain('conditional');
  const fault = '{"found":["always"],"message":"The list of actions is not what follows.","place":"claim/actions","wanted":["conditional"]}';
  expect(logged).toEqual([{ tenantId: 'acme', request: REQUEST, fault }]);
});

it('other errors pass as they are, and are not logged as a disagreement', () => {
  const error = new Error('the database is gone');
  expect(refusedByChecker({ error: () => fail() } as never, 'acme', REQUEST, error)).toBe(error);
});
