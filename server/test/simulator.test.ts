import { api, createTenant, tokenFor } from './support/client';

const POLICY = { Version: '2012-10-17', Statement: { Effect: 'Allow', Action: 's3:Get*', Resource: 'arn:aws:s3:::payroll/*' } };
const caseOf = (id: string, action: string): object => ({
  id,
  provider: 'aws',
  principal_policies: [POLICY],
  request: { principal: 'arn:aws:iam::111122223333:user/bob', action, resource: 'arn:aws:s3:::payroll/2026', context: {} },
});

describe('the policy simulator', () => {
  it('evaluates cases in order, and returns an error for an invalid one', async () => {
    const { token } = await createTenant();
    const cases = [caseOf('reads', 's3:GetObject'), { id: 'broken', provider: 'aws' }, caseOf('writes', 's3:PutObject'), 'nothing at all'];
    const { status, body } = await api('POST /v1/policy-reader/evaluate', { body: { cases } }, token);
    expect(status).toBe(200);
    expect(body.cases).toEqual([
      expect.objectContaining({ id: 'reads', decision: 'Allowed', allowed: true, conditions: [] }),
      { id: 'broken', error: '"request" must be an object.' },
      expect.objectContaining({ id: 'writes', decision: 'ImplicitlyDenied', allowed: false }),
      { id: null, error: 'A case is a JSON object.' },
    ]);
  });

  it('requires the right to read, and rejects a body without a list of cases', async () => {
    const { token, tenantId } = await createTenant();
    const tokenWithoutRight = await tokenFor({ tenant: tenantId, scopes: ['cam:account:read'] });
    expect((await api('POST /v1/policy-reader/evaluate', { body: { cases: [] } }, tokenWithoutRight)).status).toBe(403);
    expect((await api('POST /v1/policy-reader/evaluate', { body: { cases: [] } })).status).toBe(401);
    expect((await api('POST /v1/policy-reader/evaluate', { body: { cases: {} as never } }, token)).status).toBe(422);
  });
});
