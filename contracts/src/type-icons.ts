/** Icon names by type. Every other type uses `OTHER_ICON`. */
export const TYPE_ICONS = {
  USER: 'user',
  GROUP: 'identity',
  FEDERATED_USER: 'user',
  FEDERATED_GROUP: 'identity',
  ROLE: 'privilege',
  SERVICE_ACCOUNT: 'api',
  SERVICE: 'api',
  POLICY: 'report',
  ACCOUNT_DATA: 'cloud',
  EXT_ACCOUNT: 'link',
  OBJECT_STORE: 'database',
  RELATIONAL_DB: 'database',
  NOSQL_DB: 'database',
  KEYSTORE: 'privilege',
  NETWORK_NODE: 'network',
  VPC: 'network',
} as const;

/** Icon of every type without its own. */
export const OTHER_ICON = 'object';

/** Returns the colour of a type in graphs, as #rrggbb. It is stable and dark enough for white text. */
export function typeColour(type: string): string {
  let hash = 0x811c9dc5;
  for (const char of type) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  const hue = hash % 360;
  const part = (offset: number): string => {
    const at = (offset + hue / 30) % 12;
    return Math.round(255 * (0.38 - 0.21 * Math.max(-1, Math.min(at - 3, 9 - at, 1))))
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}
