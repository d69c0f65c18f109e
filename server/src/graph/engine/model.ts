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

/** Line breaks and other control characters. Routers and logs take an address as one line. */
// eslint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/g;

/**
 * Returns the URI: tenantId:cloudType:accountId:region:type:id. Colons and control characters inside the id are percent-encoded, and region `-` means
 * none.
 */
export function resourceUri(tenantId: string, cloudType: string, accountId: string, region: string, type: string, id: string): string {
  const encoded = id.replace(/%/g, '%25').replace(/:/g, '%3A').replace(CONTROL, encodeURIComponent);
  return [tenantId, cloudType, accountId, region || '-', type, encoded].join(':');
}
