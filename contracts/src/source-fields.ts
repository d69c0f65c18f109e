import type { FeatureFlag } from './flags';
import { serviceAccountKeyError } from './service-account-key';
import type { SourceCloud } from './source-ids';

/** Cloud types whose sources can be connected and are pulled live; bundles of the others are imported. */
export const CONNECTABLE = ['AWS', 'AZURE', 'GCP', 'IDP_AZURE_AD', 'IDP_OKTA'] as const satisfies readonly SourceCloud[];
export type ConnectableCloud = (typeof CONNECTABLE)[number];

export function isConnectable(cloudType: string): cloudType is ConnectableCloud {
  return CONNECTABLE.some((connectable) => connectable === cloudType);
}

/** The blocks of an account or a test that hold what one provider asks for. */
const ACCOUNT_BLOCKS = ['aws_info', 'azureInfo', 'gcp_info', 'okta_info', 'okta_idp_info'] as const;
/** Those of an organization; where it is sent, the blocks of an account say the same. */
const ORGANIZATION_BLOCKS = ['aws_organization_info', 'azure_organization_info', 'gcp_organization_info'] as const;
export const INFO_BLOCKS = [...ACCOUNT_BLOCKS, ...ORGANIZATION_BLOCKS] as const;
export type InfoBlock = (typeof INFO_BLOCKS)[number];

/** One field of the source editor. */
export interface SourceField {
  key: string;
  label: string;
  required?: true;
  /** Is stored sealed, and answered as 16 asterisks. */
  secret?: true;
  /** Says where secrets are sent: with another value they have to be entered anew. */
  addressesSecrets?: true;
  /** A file may be chosen for it, and it has many lines. */
  file?: true;
  /** It is one of these, or empty. */
  choices?: readonly SourceCloud[];
  /** What it looks like. */
  pattern?: RegExp;
  /** What to say of a value that does not. */
  rule?: string;
  /** What is wrong with a value, as a sentence, where a pattern cannot tell; nothing of the value stands in it. Null: nothing. */
  check?: (value: string) => string | null;
  example?: string;
  /** Asked for only where the tenant has this flag. */
  flag?: FeatureFlag;
}

interface SourceForm {
  /** What the name of the source is called. */
  nameLabel: string;
  /** The field that the name comes after; absent: it is the first. */
  nameAfter?: string;
  block: (typeof ACCOUNT_BLOCKS)[number];
  /** Absent: there are no organizations of this type. */
  organizationBlock?: (typeof ORGANIZATION_BLOCKS)[number];
  fields: readonly SourceField[];
}

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const GUID_RULE = 'has 32 hexadecimal digits in five groups';

/** What the source editor asks for, by cloud type. Console and server judge by the same table. */
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
        rule: 'A trail is named by its ARN',
      },
      { key: 'ct_log_archive_account_id', label: 'Log Archive Account ID', pattern: /^\d{12}$/, rule: 'An AWS account id has 12 digits' },
      {
        key: 'sns_topic_arn',
        label: 'SNS Topic ARN',
        flag: 'UI_AWS_SNS_TOPIC',
        pattern: /^arn:aws(?:-[a-z]+)*:sns:[a-z0-9-]+:\d{12}:.+$/,
        rule: 'A topic is named by its ARN',
      },
    ],
  },
  AZURE: {
    nameLabel: 'Unique Name',
    block: 'azureInfo',
    organizationBlock: 'azure_organization_info',
    fields: [
      { key: 'app_client_id', label: 'Application ID', required: true, pattern: GUID, rule: `An application id ${GUID_RULE}` },
      { key: 'app_secret', label: 'Application Secret', required: true, secret: true },
      { key: 'tenant_id', label: 'Azure Tenant ID', required: true, pattern: GUID, rule: `A tenant id ${GUID_RULE}` },
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
        rule: 'An organization id has digits only',
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
      { key: 'tenant_id', label: 'Directory ID', required: true, pattern: GUID, rule: `A directory id ${GUID_RULE}` },
      { key: 'app_client_id', label: 'Application ID', required: true, pattern: GUID, rule: `An application id ${GUID_RULE}` },
      { key: 'app_secret', label: 'Application Secret', required: true, secret: true },
      {
        key: 'cloud_type',
        label: 'SAAS Application Cloud Type',
        choices: ['AWS', 'AZURE', 'GCP'],
        pattern: /^(?:AWS|AZURE|GCP)$/,
        rule: 'It is AWS, AZURE or GCP',
      },
      { key: 'app_instance_id', label: 'SAAS Application ID', pattern: GUID, rule: `An application id ${GUID_RULE}` },
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
      { key: 'application_id', label: 'SAAS Application ID', pattern: /^0oa[A-Za-z0-9]+$/, rule: 'The id of an application of Okta begins with 0oa' },
      { key: 'application_type', label: 'SAAS Application Type', example: 'amazon_aws' },
    ],
  },
};

/** What is wrong with a value of a field, as a sentence; null for one that may be. An empty one is wrong where the field is required. */
export function fieldError({ label, required, pattern, rule, check }: SourceField, value: string): string | null {
  if (value === '') return required ? `${label} is required` : null;
  if (pattern && !pattern.test(value)) return rule ?? `${label} is not valid`;
  return check?.(value) ?? null;
}
