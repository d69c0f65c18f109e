import { fieldError, INFO_BLOCKS, SECRET_MASK, SOURCE_FORMS, type InfoBlock, type SourceCloud, type SourceInfo } from '@cam/contracts/server';
import { unprocessable } from '../platform/http/errors';

/** The blocks of a request, of which one belongs to the cloud type. */
export type InfoBlocks = Partial<Record<InfoBlock, SourceInfo>>;

/** What connects a source: what may be shown, and what may not. */
export interface SplitInfo {
  info: Record<string, string>;
  secrets: Record<string, string>;
}

/** The block that somebody sent, or undefined. Okta's stands under either of its names, and so does that of an organization. */
export function blockOf(cloudType: SourceCloud, blocks: InfoBlocks): SourceInfo | undefined {
  const { block, organizationBlock } = SOURCE_FORMS[cloudType];
  return blocks[block] ?? (organizationBlock && blocks[organizationBlock]) ?? (block === 'okta_idp_info' ? blocks.okta_info : undefined);
}

export function hasInfo(blocks: InfoBlocks): boolean {
  return INFO_BLOCKS.some((block) => blocks[block] !== undefined);
}

/**
 * What somebody typed, with the secrets that they left masked as they are stored. 422 with every field that is wrong. Where a field that says where secrets
 * are sent is another than before, secrets have to be typed: else whoever may change a source could have them sent to a place of their own.
 */
export function typedInfo(cloudType: SourceCloud, typed: SourceInfo, stored: SplitInfo | null): SplitInfo {
  const { fields } = SOURCE_FORMS[cloudType];
  const isMoved = stored !== null && fields.some(({ key, addressesSecrets }) => addressesSecrets && (typed[key] ?? '').trim() !== stored.info[key]);
  const split: SplitInfo = { info: {}, secrets: {} };
  const wrong: { field: string; message: string }[] = [];
  for (const field of fields) {
    const { key, secret, label } = field;
    const given = typed[key]?.trim();
    const isKept = secret && (given === undefined || given === SECRET_MASK);
    const value = isKept ? (isMoved ? '' : (stored?.secrets[key] ?? '')) : (given ?? '');
    const error = isKept && isMoved && stored?.secrets[key] ? `Enter the ${label} for this address` : fieldError(field, value);
    if (error) wrong.push({ field: key, message: error });
    if (value !== '') split[secret ? 'secrets' : 'info'][key] = value;
  }
  const unknown = Object.keys(typed).find((key) => !fields.some((field) => field.key === key));
  if (unknown) wrong.push({ field: unknown, message: `Sources of ${cloudType} have no field ${unknown}` });
  if (wrong.length > 0) throw unprocessable('SOURCE_FIELDS', `${wrong.map(({ message }) => message).join('. ')}.`, { fields: wrong });
  return split;
}

/** As the source or organization is answered: each secret that is stored stands as a mask. */
export function maskedBlock(cloudType: SourceCloud, { info, secrets }: SplitInfo, isOrganization: boolean): InfoBlocks {
  const masked = Object.fromEntries(Object.keys(secrets).map((key) => [key, SECRET_MASK]));
  const { block, organizationBlock = block } = SOURCE_FORMS[cloudType];
  return { [isOrganization ? organizationBlock : block]: { ...info, ...masked } };
}
