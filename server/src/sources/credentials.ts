import { fieldError, INFO_BLOCKS, SECRET_MASK, SOURCE_FORMS, type InfoBlock, type SourceCloud, type SourceInfo } from '@cam/contracts/server';
import { unprocessable } from '../platform/http/errors';

/** The field blocks of a request, one of which belongs to the cloud type. */
export type InfoBlocks = Partial<Record<InfoBlock, SourceInfo>>;

/** Connection details: fields that responses may contain, and secrets, which they must not. */
export interface ConnectionInfo {
  info: Record<string, string>;
  secrets: Record<string, string>;
}

/** Returns the block of the request, or undefined. Blocks of Okta and of organizations each have two accepted names. */
export function blockOf(cloudType: SourceCloud, blocks: InfoBlocks): SourceInfo | undefined {
  const { block, organizationBlock } = SOURCE_FORMS[cloudType];
  return blocks[block] ?? (organizationBlock && blocks[organizationBlock]) ?? (block === 'okta_idp_info' ? blocks.okta_info : undefined);
}

export function hasInfo(blocks: InfoBlocks): boolean {
  return INFO_BLOCKS.some((block) => blocks[block] !== undefined);
}

/**
 * Validates the typed fields and completes masked secrets from the stored ones. If a field that addresses secrets has changed, the secrets
 * must be typed again. Otherwise, a user who may edit a source could send its secrets to an address of their own.
 * @throws ApiError 422 SOURCE_FIELDS with every invalid field
 */
export function validateInfo(cloudType: SourceCloud, typed: SourceInfo, stored: ConnectionInfo | null): ConnectionInfo {
  const { fields } = SOURCE_FORMS[cloudType];
  const isMoved = stored !== null && fields.some(({ key, addressesSecrets }) => addressesSecrets && (typed[key] ?? '').trim() !== stored.info[key]);
  const split: ConnectionInfo = { info: {}, secrets: {} };
  const wrong: { field: string; message: string }[] = [];
  for (const field of fields) {
    const { key, secret, label } = field;
    const given = typed[key]?.trim();
    const isMasked = secret && (given === undefined || given === SECRET_MASK);
    const value = isMasked ? (isMoved ? '' : (stored?.secrets[key] ?? '')) : (given ?? '');
    const error = isMasked && isMoved && stored?.secrets[key] ? `Enter the ${label} for this address` : fieldError(field, value);
    if (error) wrong.push({ field: key, message: error });
    if (value !== '') split[secret ? 'secrets' : 'info'][key] = value;
  }
  const unknown = Object.keys(typed).find((key) => !fields.some((field) => field.key === key));
  if (unknown) wrong.push({ field: unknown, message: `Unknown field ${unknown} for sources of type ${cloudType}` });
  if (wrong.length > 0) throw unprocessable('SOURCE_FIELDS', `${wrong.map(({ message }) => message).join('. ')}.`, { fields: wrong });
  return split;
}

/** Returns the fields block of a response, with a mask in place of each stored secret. */
export function maskedBlock(cloudType: SourceCloud, { info, secrets }: ConnectionInfo, isOrganization: boolean): InfoBlocks {
  const masked = Object.fromEntries(Object.keys(secrets).map((key) => [key, SECRET_MASK]));
  const { block, organizationBlock = block } = SOURCE_FORMS[cloudType];
  return { [isOrganization ? organizationBlock : block]: { ...info, ...masked } };
}
