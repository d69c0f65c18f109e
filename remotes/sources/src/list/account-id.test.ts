import { SOURCE_IDS, type SourceCloud } from '@cam/contracts';
import { accountIdError } from './account-id';

describe('the id of a source', () => {
  it.each(Object.keys(SOURCE_IDS) as SourceCloud[])('accepts the example for %s', (cloud) => {
    expect(accountIdError(cloud, SOURCE_IDS[cloud].example)).toBeNull();
  });

  it.each([
    ['AWS', '1111-2222', 'An AWS account ID has 12 digits.'],
    ['AWS', '', 'An AWS account ID has 12 digits.'],
    ['AZURE', 'my-subscription', 'An Azure subscription ID has 32 hexadecimal digits in five groups.'],
    ['GCP', 'Payments', 'A GCP project ID has 6 to 30 lower-case letters, digits and hyphens.'],
    ['IDP_OKTA', 'https://example.okta.com', 'Enter the domain of the Okta org, such as example.okta.com, or its ID.'],
  ] as const)('rejects an id for %s: %p', (cloud, id, message) => {
    expect(accountIdError(cloud, id)).toBe(message);
  });
});
