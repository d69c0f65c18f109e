import { fieldError, SECRET_MASK, SOURCE_FORMS, type Account, type Organization, type SourceCloud, type SourceInfo } from '@cam/contracts';

/** A source as it stands in the editor. */
export interface EditorModel {
  cloud: SourceCloud;
  name: string;
  /** By the key of the field; a secret that is stored is its mask. */
  values: Readonly<Record<string, string>>;
  /** Id of the source of the identity-governance product that it is linked to; empty: none. */
  correlatedSource: string;
}

export function newModel(cloud: SourceCloud): EditorModel {
  return { cloud, name: '', values: {}, correlatedSource: '' };
}

/** A known account or organization, with its secrets masked. */
export function modelOf(known: Account | Organization, correlatedSource: string): EditorModel {
  const cloud = known.cloud_type as SourceCloud;
  const { block, organizationBlock } = SOURCE_FORMS[cloud];
  if (!('organization_name' in known)) return { cloud, name: known.account_name, values: known[block] ?? {}, correlatedSource };
  return { cloud, name: known.organization_name, values: (organizationBlock && known[organizationBlock]) ?? {}, correlatedSource };
}

/** What is wrong, by the key of the field. */
export function errorsOf({ cloud, values }: EditorModel): Record<string, string> {
  const wrong = SOURCE_FORMS[cloud].fields.flatMap((field) => {
    const value = values[field.key] ?? '';
    const error = value === SECRET_MASK && field.secret ? null : fieldError(field, value.trim());
    return error === null ? [] : [[field.key, error]];
  });
  return Object.fromEntries(wrong) as Record<string, string>;
}

/** Whether a connection is another than that which is stored; a name is no part of it. */
export function isConnectionChanged(model: EditorModel, stored: EditorModel): boolean {
  return SOURCE_FORMS[model.cloud].fields.some(({ key }) => (model.values[key] ?? '').trim() !== (stored.values[key] ?? ''));
}

/** The block that is sent. The mask never is: the server keeps what it has. Empty values are left out, but a secret that was taken away is not. */
export function blockToSend({ cloud, values }: EditorModel, stored: EditorModel, isOrganization: boolean): { [block: string]: SourceInfo } {
  const { block, organizationBlock = block, fields } = SOURCE_FORMS[cloud];
  const sent = fields.flatMap(({ key, secret }) => {
    const value = (values[key] ?? '').trim();
    const isRemoved = secret && value === '' && stored.values[key] !== undefined;
    return (secret && value === SECRET_MASK) || (value === '' && !isRemoved) ? [] : [[key, value]];
  });
  return { [isOrganization ? organizationBlock : block]: Object.fromEntries(sent) as SourceInfo };
}

/** The values of a directory that names no SAAS application, with the one by which its people sign in to a cloud; of several, somebody has to choose. */
export function prepopulated(values: EditorModel['values'], applications: readonly { id: string; cloud_type: string }[]): EditorModel['values'] {
  const [only, ...others] = applications;
  if (!only || others.length > 0 || (values.app_instance_id ?? '') !== '') return values;
  return { ...values, app_instance_id: only.id, cloud_type: only.cloud_type };
}
