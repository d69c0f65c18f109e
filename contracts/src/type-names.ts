/** Display names, singular and plural, of types whose identifier does not yield them. */
const NAMES: Record<string, [string, string]> = {
  OBJECT_STORE: ['Object Store', 'Object Stores'],
  RELATIONAL_DB: ['Relational DB', 'Relational DBs'],
  NOSQL_DB: ['NoSQL DB', 'NoSQL DBs'],
  VPC: ['VPC', 'VPCs'],
  POLICY: ['Policy', 'Policies'],
  IDENTITY: ['Identity', 'Identities'],
  SERVERLESS_COMPUTE: ['Serverless Compute', 'Serverless Compute'],
  ACCOUNT_DATA: ['Account', 'Accounts'],
  AWS_SQS: ['AWS SQS Queue', 'AWS SQS Queues'],
  AWS_SNS: ['AWS SNS Topic', 'AWS SNS Topics'],
  EXT_ACCOUNT: ['External Account', 'External Accounts'],
  PRIV_ACTION: ['Privilege', 'Privileges'],
};

/** Words with their own spelling. */
const WORDS: Record<string, string> = {
  AWS: 'AWS',
  GCP: 'GCP',
  IAM: 'IAM',
  ECR: 'ECR',
  SNS: 'SNS',
  SQS: 'SQS',
  SSM: 'SSM',
  ECS: 'ECS',
  EKS: 'EKS',
  KMS: 'KMS',
  SQL: 'SQL',
  DB: 'DB',
  PUBSUB: 'Pub/Sub',
  SERVICEBUS: 'Service Bus',
  NETWORKINTERFACES: 'Network Interfaces',
  PUBLICIPADDRESSES: 'Public IP Addresses',
};

/** Returns the display name of a type: `SERVICE_ACCOUNT` becomes Service Account. */
export function typeName(type: string): string {
  const written = (word: string): string => WORDS[word] ?? word.charAt(0) + word.slice(1).toLowerCase();
  return NAMES[type]?.[0] ?? type.split('_').map(written).join(' ');
}

/** Returns the plural display name of a type. Names that are plural already, such as Azure's, stay unchanged. */
export function typeNamePlural(type: string): string {
  if (NAMES[type]) return NAMES[type][1];
  const name = typeName(type);
  if (/(?<!S)S$/i.test(name) && !/[A-Z]S$/.test(name)) return name;
  return /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`;
}
