import { AWS_IDENTITY_STATEMENTS } from '../../../test/support/statements/aws-identity-statements';
import { AWS_RESOURCE_STATEMENTS } from '../../../test/support/statements/aws-resource-statements';
import { AZURE_STATEMENTS } from '../../../test/support/statements/azure-statements';
import { EvaluatedCompany } from '../../../test/support/statements/evaluate-company';
import { GCP_STATEMENTS } from '../../../test/support/statements/gcp-statements';

const STATEMENTS = [...AWS_IDENTITY_STATEMENTS, ...AWS_RESOURCE_STATEMENTS, ...AZURE_STATEMENTS, ...GCP_STATEMENTS];

/** Statements that a person derived from the providers' documentation, about a company of three accounts, a subscription and a project. */
describe(`${STATEMENTS.length} hand-checked statements`, () => {
  it('are at least 150, and each names its reason and its page', () => {
    expect(STATEMENTS.length).toBeGreaterThanOrEqual(150);
    expect(new Set(STATEMENTS.map(({ who, what, access }) => `${who} ${what} ${access}`)).size).toBe(STATEMENTS.length);
    for (const { because, see } of STATEMENTS) expect([because, see]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/^https:\/\//)]);
  });

  it('agree with the evaluated graph', () => {
    const company = new EvaluatedCompany();
    const found = STATEMENTS.map((statement) => ({ ...statement, access: company.access(statement.who, statement.what, statement.access) }));
    expect(found).toEqual(STATEMENTS);
  });
});
