/** An identity, a resource, or both: plain data, the same for every provider. */
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

/** Whether entities of a type have members, who hold what it holds. */
export function isGroupType(type: string): boolean {
  return type === 'GROUP' || type === 'FEDERATED_GROUP';
}

/** Six parts, tenantId:cloudType:accountId:region:type:id; a colon inside the id is percent-encoded, region `-` means none. */
export function resourceUri(tenantId: string, cloudType: string, accountId: string, region: string, type: string, id: string): string {
  return [tenantId, cloudType, accountId, region || '-', type, id.replace(/%/g, '%25').replace(/:/g, '%3A')].join(':');
}
