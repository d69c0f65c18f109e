import { ApiError } from '../../platform/http/errors';
import { errorWithin, proofWithin, refuseOutside } from './within-accounts';

const proof = (...accounts: string[]) => ({ sources: accounts.map((account) => ({ account })) });
const thrown = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error instanceof ApiError ? `${error.status} ${error.code}` : error;
  }
};

it('hands out proofs of own accounts whole, and none with facts of others', () => {
  expect(proofWithin(proof('1', '2'), ['2', '1'])).toEqual(proof('1', '2'));
  expect(thrown(() => proofWithin(proof('1', '3'), ['1', '2']))).toBe('403 PROOF_OUTSIDE');
});

it('knows no ends in other accounts, and proves nothing that needs all accounts', () => {
  const request = { kind: 'reaches' as const, identityUri: 't:AWS:1:-:USER:ann', resourceUri: 't:AWS:1:-:ROLE:door', actions: null };
  expect(thrown(() => refuseOutside(request, ['1']))).toBeUndefined();
  expect(thrown(() => refuseOutside({ ...request, resourceUri: 't:AWS:3:-:ROLE:door' }, ['1']))).toMatch(/^404 /);
  expect(thrown(() => refuseOutside({ ...request, kind: 'not-reaches' }, ['1']))).toBe('403 PROOF_OUTSIDE');
});

it('replaces refusals that may name what the caller may not read', () => {
  const codeOf = (error: unknown): unknown => error instanceof ApiError && error.code;
  expect(codeOf(errorWithin(new ApiError(422, 'PROOF_NOT_EXPRESSIBLE', 'the source says nothing about its group Hidden')))).toBe('PROOF_OUTSIDE');
  expect(codeOf(errorWithin(new ApiError(409, 'MANIFEST_MISSING', 'the account Hidden')))).toBe('PROOF_OUTSIDE');
  expect(codeOf(errorWithin(new ApiError(422, 'CLAIM_FALSE', 'Ann has no access')))).toBe('CLAIM_FALSE');
  expect(codeOf(errorWithin(new ApiError(500, 'PROOF_FAILED', 'disagree')))).toBe('PROOF_FAILED');
});
