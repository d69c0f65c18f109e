import type { CloudType } from './vocabulary';

/** Cloud type of a source. */
export type SourceCloud = Exclude<CloudType, 'CLOUD_TYPE_UNKNOWN'>;

interface SourceId {
  /** The provider's name for the id of a source. */
  label: string;
  pattern: RegExp;
  /** Sentence that describes a valid id. */
  rule: string;
  example: string;
}

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Id formats of sources, by provider. Console and server use the same patterns. */
export const SOURCE_IDS: Readonly<Record<SourceCloud, SourceId>> = {
  AWS: { label: 'Account ID', pattern: /^\d{12}$/, rule: 'An AWS account ID has 12 digits', example: '111122223333' },
  AZURE: {
    label: 'Subscription ID',
    pattern: GUID,
    rule: 'An Azure subscription ID has 32 hexadecimal digits in five groups',
    example: '0d6f2f5e-3c1b-4a7e-9d52-6f1b2c3d4e5f',
  },
  GCP: {
    label: 'Project ID',
    pattern: /^(?:[a-z0-9][a-z0-9.-]*:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$|^\d{6,20}$/,
    rule: 'A GCP project ID has 6 to 30 lower-case letters, digits and hyphens',
    example: 'payments-prod',
  },
  IDP_AZURE_AD: {
    label: 'Directory ID',
    pattern: GUID,
    rule: 'An Entra ID directory ID has 32 hexadecimal digits in five groups',
    example: '8a1c7e90-52d4-4b3f-a6e8-1f2d3c4b5a69',
  },
  IDP_OKTA: {
    label: 'Org domain or ID',
    pattern: /^[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9-]+)*$/i,
    rule: 'Enter the domain of the Okta org, such as example.okta.com, or its ID',
    example: 'example.okta.com',
  },
};
