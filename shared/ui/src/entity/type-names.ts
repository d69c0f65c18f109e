/** How people call the types whose word does not say it. */
const NAMES: Record<string, [string, string]> = {
  OBJECT_STORE: ['Object Store', 'Object Stores'],
  RELATIONAL_DB: ['Relational DB', 'Relational DBs'],
  NOSQL_DB: ['NoSQL DB', 'NoSQL DBs'],
  VPC: ['VPC', 'VPCs'],
  POLICY: ['Policy', 'Policies'],
  IDENTITY: ['Identity', 'Identities'],
  SERVERLESS_COMPUTE: ['Serverless Compute', 'Serverless Compute'],
  ACCOUNT_DATA: ['Account', 'Accounts'],
  EXT_ACCOUNT: ['External Account', 'External Accounts'],
  PRIV_ACTION: ['Privilege', 'Privileges'],
};

/** `SERVICE_ACCOUNT` -> Service Account. */
export function typeName(type: string): string {
  return (
    NAMES[type]?.[0] ?? type.toLowerCase().replace(/(^|_)(\w)/g, (_match, gap: string, letter: string) => (gap ? ' ' : '') + letter.toUpperCase())
  );
}

export function typeNamePlural(type: string): string {
  return NAMES[type]?.[1] ?? `${typeName(type)}s`;
}
