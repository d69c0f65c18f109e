import type { FeatureFlag } from './flags';
import { serviceAccountKeyError } from './service-account-key';
import type { SourceCloud } from './source-ids';

/** Cloud types with a live connection. Sources of other types only import bundles. */
export const CONNECTABLE = ['AWS', 'AZURE', 'GCP', 'IDP_AZURE_AD', 'IDP_OKTA'] as const satisfies readonly SourceCloud[];
/** A cloud type with a live connection. */
export type ConnectableCloud = (typeof CONNECTABLE)[number];

/** Reports whether sources of a cloud type can be connected. */
export function isConnectable(cloudType: string): cloudType is ConnectableCloud {
  return CONNECTABLE.some((connectable) => connectable === cloudType);
}

/** Blocks of an account or a connection test that hold the fields of one provider. */
const ACCOUNT_BLOCKS = ['aws_info', 'azureInfo', 'gcp_info', 'okta_info', 'okta_idp_info'] as const;
/** Blocks of an organization. An organization also accepts the blocks of an account. */
const ORGANIZATION_BLOCKS = ['aws_organization_info', 'azure_organization_info', 'gcp_organization_info'] as const;
/** Keys of all provider blocks. */
export const INFO_BLOCKS = [...ACCOUNT_BLOCKS, ...ORGANIZATION_BLOCKS] as const;
export type InfoBlock = (typeof INFO_BLOCKS)[number];

/** One field of the source editor. */
export interface SourceField {
  key: string;
  label: string;
  required?: true;
  /** Stored sealed, and answered as 16 asterisks. */
  secret?: true;
  /** The address that secrets are sent to. A new value requires entering them again. */
  addressesSecrets?: true;
  /** Multi-line text that can come from a file. */
  file?: true;
  /** Allowed values; empty is allowed too. */
  choices?: readonly SourceCloud[];
  /** Pattern of a valid value. */
  pattern?: RegExp;
  /** Sentence for a value that does not match the pattern. */
  rule?: string;
  /** Further validation. Returns a sentence that does not contain the value; null for a valid value. */
  check?: (value: string) => string | null;
  example?: string;
  /** Shown only for tenants with this flag. */
  flag?: FeatureFlag;
}

interface SourceForm {
  /** Label of the name field. */
  nameLabel: string;
  /** Key of the field before the name; the name comes first without it. */
  nameAfter?: string;
  block: (typeof ACCOUNT_BLOCKS)[number];
  /** Absent when the type has no organizations. */
  organizationBlock?: (typeof ORGANIZATION_BLOCKS)[number];
  fields: readonly SourceField[];
}

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const GUID_RULE = 'has 32 hexadecimal digits in five groups';

/** Forms of the source editor, by cloud type. Console and server use the same table. */
export const SOURCE_FORMS: Readonly<Record<SourceCloud, SourceForm>> = {
  AWS: {
    nameLabel: 'Unique Name',
    block: 'aws_info',
    organizationBlock: 'aws_organization_info',
    fields: [
      {
        key: 'role_arn',
        label: 'Role ARN',
        required: true,
        pattern: /^arn:aws(?:-[a-z]+)*:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/,
        rule: 'A role ARN looks like arn:aws:iam::111122223333:role/cam-read-only',
        example: 'arn:aws:iam::111122223333:role/cam-read-only',
      },
      { key: 'external_id', label: 'External ID', secret: true, pattern: /^[\w+=,.@:/-]{2,1224}$/, rule: 'An external ID has at least 2 characters' },
      {
        key: 'cloud_trail_arn',
        label: 'CloudTrail ARN',
        pattern: /^arn:aws(?:-[a-z]+)*:cloudtrail:[a-z0-9-]+:\d{12}:trail\/.+$/,
        rule: 'Enter the ARN of the trail',
      },
      { key: 'ct_log_archive_account_id', label: 'Log Archive Account ID', pattern: /^\d{12}$/, rule: 'An AWS account ID has 12 digits' },
      {
        key: 'sns_topic_arn',
        label: 'SNS Topic ARN',
        flag: 'UI_AWS_SNS_TOPIC',
        pattern: /^arn:aws(?:-[a-z]+)*:sns:[a-z0-9-]+:\d{12}:.+$/,
        rule: 'Enter the ARN of the topic',
      },
    ],
  },
  AZURE: {
    nameLabel: 'Unique Name',
    block: 'azureInfo',
    organizationBlock: 'azure_organization_info',
    fields: [
      { key: 'app_client_id', label: 'Application ID', required: true, pattern: GUID, rule: `An application ID ${GUID_RULE}` },
      { key: 'app_secret', label: 'Application Secret', required: true, secret: true },
      { key: 'tenant_id', label: 'Azure Tenant ID', required: true, pattern: GUID, rule: `A tenant ID ${GUID_RULE}` },
    ],
  },
  GCP: {
    nameLabel: 'Unique Name',
    nameAfter: 'domain',
    block: 'gcp_info',
    organizationBlock: 'gcp_organization_info',
    fields: [
      {
        key: 'organization_id',
        label: 'Organization ID',
        pattern: /^\d{6,20}$/,
        rule: 'An organization ID has digits only',
        example: '123456789012',
      },
      { key: 'domain', label: 'Domain', pattern: /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i, rule: 'A domain looks like example.com', example: 'example.com' },
      { key: 'admin_email', label: 'Email with Admin Privileges', pattern: /^[^\s@]+@[^\s@]+$/, rule: 'Invalid email address' },
      { key: 'gcp_json_file_text', label: 'Service Account JSON', required: true, secret: true, file: true, check: serviceAccountKeyError },
    ],
  },
  IDP_AZURE_AD: {
    nameLabel: 'Active Directory Name',
    block: 'azureInfo',
    fields: [
      { key: 'tenant_id', label: 'Directory ID', required: true, pattern: GUID, rule: `A directory ID ${GUID_RULE}` },
      { key: 'app_client_id', label: 'Application ID', required: true, pattern: GUID, rule: `An application ID ${GUID_RULE}` },
      { key: 'app_secret', label: 'Application Secret', required: true, secret: true },
      {
        key: 'cloud_type',
        label: 'SAAS Application Cloud Type',
        choices: ['AWS', 'AZURE', 'GCP'],
        pattern: /^(?:AWS|AZURE|GCP)$/,
        rule: 'Select AWS, AZURE or GCP',
      },
      { key: 'app_instance_id', label: 'SAAS Application ID', pattern: GUID, rule: `An application ID ${GUID_RULE}` },
    ],
  },
  IDP_OKTA: {
    nameLabel: 'Account Name',
    block: 'okta_idp_info',
    fields: [
      {
        key: 'org_url',
        label: 'Organization URL',
        required: true,
        addressesSecrets: true,
        pattern: /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+\/?$/i,
        rule: 'The URL of an org looks like https://example.okta.com',
        example: 'https://example.okta.com',
      },
      { key: 'token', label: 'Application Token', required: true, secret: true },
      { key: 'application_id', label: 'SAAS Application ID', pattern: /^0oa[A-Za-z0-9]+$/, rule: 'An Okta application ID starts with 0oa' },
      { key: 'application_type', label: 'SAAS Application Type', example: 'amazon_aws' },
    ],
  },
};

/** Returns a sentence that says why the value of a field is invalid; null for a valid one. A required field must not be empty. */
export function fieldError({ label, required, pattern, rule, check }: SourceField, value: string): string | null {
  if (value === '') return required ? `${label} is required` : null;
  if (pattern && !pattern.test(value)) return rule ?? `${label} is not valid`;
  return check?.(value) ?? null;
}
