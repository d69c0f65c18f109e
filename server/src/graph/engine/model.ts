/** An identity, a resource, or both, as plain data. The shape is the same for every provider. */
export interface Entity {
  uri: string;
  nativeId: string;
  name: string;
  type: string;
  accountId: string;
  cloudType: string;
  region: string;
  isIdentity: boolean;
  isResource: boolean;
  attributes: Record<string, unknown>;
}

export interface Warning {
  file: string | null;
  place: string | null;
  message: string;
}

/** Reports whether entities of a type have members that share their access. */
export function isGroupType(type: string): boolean {
  return type === 'GROUP' || type === 'FEDERATED_GROUP';
}

/** Returns the URI: tenantId:cloudType:accountId:region:type:id. A colon inside the id is percent-encoded, and region `-` means none. */
export function resourceUri(tenantId: string, cloudType: string, accountId: string, region: string, type: string, id: string): string {
  return [tenantId, cloudType, accountId, region || '-', type, id.replace(/%/g, '%25').replace(/:/g, '%3A')].join(':');
}
