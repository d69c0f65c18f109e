import { SECRET_MASK, type Account, type Organization } from '@cam/contracts';
import { blockToSend, errorsOf, isConnectionChanged, modelOf, newModel, prepopulated } from './editor-model';

const account = {
  uid: 'u',
  account_id: 'example.okta.com',
  account_name: 'Our Okta',
  cloud_type: 'IDP_OKTA',
  okta_idp_info: { org_url: 'https://example.okta.com', token: SECRET_MASK },
} as unknown as Account;
const stored = modelOf(account, '');
const typed = (values: Record<string, string>) => ({ ...stored, values: { ...stored.values, ...values } });

describe('the model of the source editor', () => {
  it('reports missing and invalid fields of a new source', () => {
    expect(errorsOf(newModel('IDP_OKTA'))).toEqual({ org_url: 'Organization URL is required', token: 'Application Token is required' });
    const wrong = { ...newModel('IDP_OKTA'), values: { org_url: 'http://example.okta.com', token: 'x' } };
    expect(errorsOf(wrong)).toEqual({ org_url: 'The URL of an org looks like https://example.okta.com' });
  });

  it('gives each new AWS source an external ID of its own', () => {
    const [one, other] = [newModel('AWS'), newModel('AWS')];
    expect(errorsOf(one)).toEqual({ role_arn: 'Role ARN is required' });
    expect(one.values.external_id).toMatch(/^cam-[0-9a-f]{32}$/);
    expect(other.values.external_id).not.toBe(one.values.external_id);
  });

  it('accepts the mask for a stored secret and never sends it', () => {
    expect(errorsOf(stored)).toEqual({});
    expect(blockToSend(typed({ application_type: ' amazon_aws ' }), stored, false)).toEqual({
      okta_idp_info: { org_url: 'https://example.okta.com', application_type: 'amazon_aws' },
    });
    expect(blockToSend(typed({ token: 'fresh' }), stored, false)).toEqual({ okta_idp_info: { org_url: 'https://example.okta.com', token: 'fresh' } });
  });

  it('sends a removed secret as an empty value', () => {
    const aws = modelOf(
      { ...account, cloud_type: 'AWS', aws_info: { role_arn: 'arn:aws:iam::111122223333:role/cam', external_id: SECRET_MASK } },
      '',
    );
    const without = { ...aws, values: { ...aws.values, external_id: '' } };
    expect(blockToSend(without, aws, false)).toEqual({ aws_info: { role_arn: 'arn:aws:iam::111122223333:role/cam', external_id: '' } });
  });

  it('keeps the fields of an organization in their own block', () => {
    const info = { organization_id: '123456', gcp_json_file_text: SECRET_MASK };
    const known = { organization_name: 'All', cloud_type: 'GCP', gcp_organization_info: info } as unknown as Organization;
    const organization = modelOf(known, '');
    expect(organization).toMatchObject({ name: 'All', values: info });
    expect(blockToSend(organization, organization, true)).toEqual({ gcp_organization_info: { organization_id: '123456' } });
  });

  it('distinguishes a changed connection from a changed name', () => {
    expect(isConnectionChanged({ ...stored, name: 'Okta' }, stored)).toBe(false);
    expect(isConnectionChanged(typed({ token: 'fresh' }), stored)).toBe(true);
  });

  it('fills in the sign-in application unless one is named or several match', () => {
    const [one, other] = [
      { id: 'a', cloud_type: 'AWS' },
      { id: 'b', cloud_type: 'AWS' },
    ];
    expect(prepopulated({ tenant_id: 't' }, [one])).toEqual({ tenant_id: 't', app_instance_id: 'a', cloud_type: 'AWS' });
    expect(prepopulated({ app_instance_id: 'mine' }, [one])).toEqual({ app_instance_id: 'mine' });
    expect(prepopulated({}, [one, other])).toEqual({});
  });
});
