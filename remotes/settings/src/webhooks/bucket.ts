import { SECRET_MASK, type Api, type Webhook } from '@cam/contracts';

/** The fields of a bucket as a user enters them. */
export type BucketInput = Record<(typeof FIELDS)[number]['name'], string>;

interface Field<Name extends string> {
  name: Name;
  label: string;
  placeholder: string;
  required: boolean;
  hint?: string;
  secret?: boolean;
}

const field = <Name extends string>(one: Field<Name>): Field<Name> => one;

export const FIELDS = [
  field({ name: 'bucket', label: 'Bucket', placeholder: 'siem-archive', required: true }),
  field({ name: 'region', label: 'Region', placeholder: 'eu-central-1', required: true }),
  field({ name: 'prefix', label: 'Prefix', placeholder: 'cam/events', required: false, hint: 'Beginning of the keys of all files.' }),
  field({
    name: 'endpoint',
    label: 'Storage address',
    placeholder: 'AWS. For another storage: https://minio.example.com:9000',
    required: false,
    hint: 'Leave it empty for AWS.',
  }),
  field({
    name: 'access_key_id',
    label: 'Access key ID',
    placeholder: '',
    required: true,
    hint: 'It needs the right to put objects below the prefix.',
  }),
  field({ name: 'secret_access_key', label: 'Secret access key', placeholder: '', required: true, secret: true }),
] as const;

/** Returns the fields of a stored bucket, whose secret is masked; empty fields for a new one. */
export function inputOf(bucket: Webhook['bucket']): BucketInput {
  if (!bucket) return { bucket: '', region: '', prefix: '', endpoint: '', access_key_id: '', secret_access_key: '' };
  const { path_style: _style, ...stored } = bucket;
  return { ...stored, secret_access_key: SECRET_MASK };
}

/** Reports whether all required fields are filled. */
export function isComplete(input: BucketInput): boolean {
  return FIELDS.every(({ name, required }) => !required || input[name].trim() !== '');
}

/** Returns the bucket of a call. */
export function bucketOf(input: BucketInput): NonNullable<Api['POST /v1/webhooks']['body']['bucket']> {
  const { endpoint, prefix, bucket, region, access_key_id, secret_access_key } = input;
  const optional = { ...(endpoint.trim() === '' ? {} : { endpoint: endpoint.trim() }), ...(prefix.trim() === '' ? {} : { prefix: prefix.trim() }) };
  return {
    bucket: bucket.trim(),
    region: region.trim(),
    access_key_id: access_key_id.trim(),
    secret_access_key: secret_access_key.trim(),
    ...optional,
  };
}
