import { fieldError, SECRET_MASK, SOURCE_FORMS, type Account, type Organization, type SourceCloud, type SourceInfo } from '@cam/contracts';

/** A source as the editor holds it. */
export interface EditorModel {
  cloud: SourceCloud;
  name: string;
  /** Values by field key. A stored secret holds the mask. */
  values: Readonly<Record<string, string>>;
  /** Id of the linked source in the identity-governance product; empty when there is no link. */
  correlatedSource: string;
}

/** Returns the model of a new source. It is empty, except that CAM chooses the external ID, so that no other customer of AWS can guess it. */
export function newModel(cloud: SourceCloud): EditorModel {
  return { cloud, name: '', values: cloud === 'AWS' ? { external_id: randomId() } : {}, correlatedSource: '' };
}

/** Returns 128 random bits. Unlike `randomUUID`, it also works on a page without TLS. */
function randomId(): string {
  return `cam-${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the model of a stored account or organization, with masked secrets. */
export function modelOf(known: Account | Organization, correlatedSource: string): EditorModel {
  const cloud = known.cloud_type as SourceCloud;
  const { block, organizationBlock } = SOURCE_FORMS[cloud];
  if (!('organization_name' in known)) return { cloud, name: known.account_name, values: known[block] ?? {}, correlatedSource };
  return { cloud, name: known.organization_name, values: (organizationBlock && known[organizationBlock]) ?? {}, correlatedSource };
}

/** Returns the validation messages by field key; fields without an entry are valid. */
export function errorsOf({ cloud, values }: EditorModel): Record<string, string> {
  const wrong = SOURCE_FORMS[cloud].fields.flatMap((field) => {
    const value = values[field.key] ?? '';
    const error = value === SECRET_MASK && field.secret ? null : fieldError(field, value.trim());
    return error === null ? [] : [[field.key, error]];
  });
  return Object.fromEntries(wrong) as Record<string, string>;
}

/** Reports whether the connection differs from the stored one. The name is not part of the connection. */
export function isConnectionChanged(model: EditorModel, stored: EditorModel): boolean {
  return SOURCE_FORMS[model.cloud].fields.some(({ key }) => (model.values[key] ?? '').trim() !== (stored.values[key] ?? ''));
}

/** Returns the provider block to send. It leaves out masked secrets, which the server keeps, and empty values. A removed secret is sent empty. */
export function blockToSend({ cloud, values }: EditorModel, stored: EditorModel, isOrganization: boolean): { [block: string]: SourceInfo } {
  const { block, organizationBlock = block, fields } = SOURCE_FORMS[cloud];
  const sent = fields.flatMap(({ key, secret }) => {
    const value = (values[key] ?? '').trim();
    const isRemoved = secret && value === '' && stored.values[key] !== undefined;
    return (secret && value === SECRET_MASK) || (value === '' && !isRemoved) ? [] : [[key, value]];
  });
  return { [isOrganization ? organizationBlock : block]: Object.fromEntries(sent) as SourceInfo };
}

/**
 * Fills in the application through which users of a directory sign in to a cloud. Values stay unchanged when an application is named or several
 * match.
 */
export function prepopulated(values: EditorModel['values'], applications: readonly { id: string; cloud_type: string }[]): EditorModel['values'] {
  const [only, ...others] = applications;
  if (!only || others.length > 0 || (values.app_instance_id ?? '') !== '') return values;
  return { ...values, app_instance_id: only.id, cloud_type: only.cloud_type };
}
