import type { AttributeFilter, AttributeTerm, Privilege, Text } from '../ast';
import { ATTRIBUTES, findAttribute, TYPES, type AccountRelation, type ActionType } from '../vocabulary';

/**
 * The phrases of questions that stand for words of the query language. Nouns, adjectives and predicates of the vocabulary join these
 * tables by themselves (`vocabulary-phrases.ts`), so a new type or attribute can be asked for as soon as it exists.
 */

/** The meaning of a noun. */
export interface NounMeaning {
  /** Null: any type. */
  types: readonly string[] | null;
  filter?: AttributeFilter | undefined;
  /** Privileges that the noun itself implies: an administrator holds admin privileges. */
  holds?: Privilege;
  relation?: AccountRelation;
}

export interface VerbMeaning {
  /** Null: access of any kind. */
  privilege: Privilege | null;
  /** The types that the verb acts on when the question names no object. */
  objects?: readonly string[];
}

export const bare = (text: string): Text => ({ text, quoted: false });

export function where(attribute: string, value: string, operator: AttributeTerm['operator'] = '='): AttributeFilter {
  return { negated: false, anyOf: [[{ attribute, operator, values: [bare(value)] }]] };
}

export const kindOf = (...types: ActionType[]): Privilege => ({ kind: 'types', types });
export const action = (...names: string[]): Privilege => ({ kind: 'actions', actions: names.map(bare) });

const STORES = ['object_store', 'relational_db', 'nosql_db'] as const;
const MACHINES = ['instance', 'serverless_compute'] as const;
const PROGRAMS = ['service_account', 'serverless_compute'] as const;
const OUTSIDE = ['public_node', 'ext_account', 'network_node'] as const;

const noun = (phrases: string, types: string | readonly string[], more: Omit<NounMeaning, 'types'> = {}): readonly [string, NounMeaning] => [
  phrases,
  { types: typeof types === 'string' ? [types] : types, ...more },
];
const of = (phrases: string, type: string, cloud: string): readonly [string, NounMeaning] =>
  noun(phrases, type, { filter: where('cloudtype', cloud) });

const hasType = (word: string): boolean => TYPES.some((type) => type.word === word);
const people = hasType('person') ? 'person' : 'user';

/** Nouns by phrase. A bar separates phrases with the same meaning. */
export const NOUNS: readonly (readonly [string, NounMeaning])[] = [
  noun('user|users|user account|user accounts|login|logins|iam user|iam users', 'user'),
  noun('person|persons|people|employee|employees|staff|colleague|colleagues|human|humans|human users', people),
  noun('contractor|contractors|guest|guests|guest user|guest users|guest account|guest accounts|external person|external people', 'user', {
    filter: where('external', 'true'),
  }),
  noun(
    'admin|admins|administrator|administrators|admin user|admin users|admin account|admin accounts|superuser|superusers|super user|super users',
    'user',
    { holds: kindOf('admin') },
  ),
  noun('break-glass account|break-glass accounts|break glass account|break glass accounts|emergency account|emergency accounts', 'user', {
    filter: where('purpose', 'break-glass'),
  }),
  ['privileged account|privileged accounts|privileged identity|privileged identities', { types: null, filter: where('privileged', 'true') }],
  noun('group|groups|team|teams|user group|user groups', 'group'),
  noun('role|roles|iam role|iam roles', 'role'),
  noun(
    'service account|service accounts|service principal|service principals|managed identity|managed identities|app registration|app registrations',
    'service_account',
  ),
  noun(
    'bot|bots|robot|robots|machine identity|machine identities|workload identity|workload identities|non-human identities|non human identities|non-human identity',
    PROGRAMS,
  ),
  noun('federated user|federated users|sso user|sso users', 'federated_user'),
  noun('federated group|federated groups|sso group|sso groups', 'federated_group'),
  noun('okta user|okta users', 'user', { filter: where('usersource', 'IDP_OKTA') }),
  noun('entra user|entra users|azure ad user|azure ad users|entra id user|entra id users', 'user', { filter: where('usersource', 'IDP_AZURE_AD') }),
  noun(
    'internet|public internet|anonymous user|anonymous users|anonymous internet|anonymous visitors|general public|whole world|world|unauthenticated users|unauthenticated user',
    'public_node',
  ),
  noun(
    'anyone on internet|anybody on internet|everyone on internet|everybody on internet|anyone in world|people on internet|strangers on internet',
    'public_node',
  ),
  noun(
    'external account|external accounts|outside account|outside accounts|third party|third parties|third-party|third-parties|third party account|third party accounts|third-party account|third-party accounts|vendor|vendors|vendor account|vendor accounts|partner account|partner accounts|foreign account|foreign accounts',
    'ext_account',
  ),
  noun('unknown account|unknown accounts|shadow account|shadow accounts', 'ext_account', { relation: 'unknown' }),
  noun('outsider|outsiders|stranger|strangers|outside parties|external parties', OUTSIDE),
  noun('ip address|ip addresses|network address|network addresses|network|networks', 'network_node'),
  noun('cloud service|cloud services', 'service'),
  noun(
    'bucket|buckets|object store|object stores|storage|object storage|blob container|blob containers|container|containers|storage bucket|storage buckets',
    'object_store',
  ),
  of('s3|s3 bucket|s3 buckets', 'object_store', 'AWS'),
  of('blob|blobs|blob storage|storage account|storage accounts|azure storage', 'object_store', 'AZURE'),
  of('gcs|gcs bucket|gcs buckets|cloud storage', 'object_store', 'GCP'),
  noun('sql database|sql databases|relational database|relational databases', 'relational_db'),
  noun('database|databases|db|dbs', ['relational_db', 'nosql_db']),
  of('rds|rds database|rds databases|rds instance|rds instances', 'relational_db', 'AWS'),
  of('azure sql|azure sql database|azure sql databases', 'relational_db', 'AZURE'),
  of('cloud sql', 'relational_db', 'GCP'),
  noun('nosql database|nosql databases|document database|document databases', 'nosql_db'),
  of('dynamodb|dynamo|dynamodb table|dynamodb tables', 'nosql_db', 'AWS'),
  of('cosmos db|cosmosdb', 'nosql_db', 'AZURE'),
  noun('disk|disks|volume|volumes|snapshot|snapshots', 'disk'),
  noun('key store|key stores|secret|secrets|vault|vaults|encryption key|encryption keys|password|passwords|credential|credentials', 'keystore'),
  of('kms key|kms keys|kms|secrets manager', 'keystore', 'AWS'),
  of('key vault|key vaults', 'keystore', 'AZURE'),
  noun('instance|instances|vm|vms|virtual machine|virtual machines|machine|machines|server|servers|host|hosts', 'instance'),
  of('ec2|ec2 instance|ec2 instances', 'instance', 'AWS'),
  noun('function|functions|serverless function|serverless functions|cloud function|cloud functions', 'serverless_compute'),
  of('lambda|lambdas|lambda function|lambda functions', 'serverless_compute', 'AWS'),
  noun('compute|workload|workloads', MACHINES),
  noun('security group|security groups|firewall rule|firewall rules|firewall|firewalls|nsg|nsgs', 'security_group'),
  noun('load balancer|load balancers', 'load_balancer'),
  noun('subnet|subnets', 'subnet'),
  noun('route table|route tables', 'route_table'),
  noun('vpc|vpcs|vnet|vnets|virtual network|virtual networks', 'vpc'),
  noun('policy|policies|iam policy|iam policies', 'policy'),
  noun('scope|scopes|folder|folders|management group|management groups|organizational unit|organizational units', 'scope'),
  noun('data store|data stores|datastore|datastores|data', STORES),
  noun('sensitive data|confidential data|critical data', STORES, { filter: where('sensitivity', 'high') }),
  ['identity|identities|principal|principals', { types: null }],
  ['resource|resources|object|objects|asset|assets', { types: null }],
  ...(findAttribute('tier')
    ? ([['crown jewel|crown jewels', { types: null, filter: where('tier', '1') }]] as const)
    : ([['crown jewel|crown jewels', { types: null, filter: where('sensitivity', 'high') }]] as const)),
];

/** Words for anybody, as a subject, and for anything, as an object. */
export const ANYBODY = 'who|whom|anyone|anybody|everyone|everybody|someone|somebody';
export const ANYTHING = 'anything|everything|something|whatever|things|stuff';

/** Adjectives before a noun or after "are". */
export const ADJECTIVES: readonly (readonly [string, AttributeFilter])[] = [
  [
    'public|publicly exposed|internet-facing|internet facing|exposed|world-readable|open to internet|open to public|open to world|exposed to internet|publicly accessible|publicly readable|publicly reachable',
    where('public', 'true'),
  ],
  ['private|non-public|not public', where('public', 'false')],
  ['encrypted', where('encrypted', 'true')],
  ['unencrypted|not encrypted|plaintext|non-encrypted', where('encrypted', 'false')],
  ['external', where('external', 'true')],
  ['internal', where('external', 'false')],
  ['privileged|highly privileged', where('privileged', 'true')],
  ['unprivileged|non-privileged', where('privileged', 'false')],
  // The most sensitive ones are those of the highest sensitivity, however many there are.
  ['sensitive|highly sensitive|most sensitive|confidential', where('sensitivity', 'high')],
  ...(findAttribute('tier') ? ([['crown jewel', where('tier', '1')]] as const) : []),
  ['break-glass|break glass|emergency', where('purpose', 'break-glass')],
  ['service-linked|service linked', where('purpose', 'service-linked')],
  ['provider-managed|provider managed', where('purpose', 'provider-managed')],
  ['active|enabled', where('status', 'active')],
  ['aws|amazon', where('cloudtype', 'AWS')],
  ['azure', where('cloudtype', 'AZURE')],
  ['gcp|google|google cloud', where('cloudtype', 'GCP')],
  ['okta', where('cloudtype', 'IDP_OKTA')],
  ['entra|entra id|azure ad', where('cloudtype', 'IDP_AZURE_AD')],
];

/** Clouds and directories after "in", "on" or "from". */
export const CLOUDS: readonly (readonly [string, string])[] = [
  ['aws|amazon|amazon web services', 'AWS'],
  ['azure|microsoft azure|microsoft cloud', 'AZURE'],
  ['gcp|google|google cloud|google cloud platform', 'GCP'],
  ['okta', 'IDP_OKTA'],
  ['entra|entra id|azure ad|azure active directory', 'IDP_AZURE_AD'],
];

/** Places that people name instead of a region's code. */
export const REGIONS: readonly (readonly [string, string])[] = [
  ['frankfurt', 'eu-central-1|europe-west3|germanywestcentral'],
  ['ireland|dublin', 'eu-west-1|northeurope'],
  ['london', 'eu-west-2|europe-west2|uksouth'],
  ['paris', 'eu-west-3|europe-west9|francecentral'],
  ['zurich', 'eu-central-2|europe-west6|switzerlandnorth'],
  ['stockholm', 'eu-north-1'],
  ['virginia', 'us-east-1|us-east4|eastus'],
  ['ohio', 'us-east-2|us-east5'],
  ['oregon', 'us-west-2|us-west1'],
  ['tokyo', 'ap-northeast-1|asia-northeast1|japaneast'],
  ['singapore', 'ap-southeast-1|asia-southeast1|southeastasia'],
  ['sydney', 'ap-southeast-2|australia-southeast1|australiaeast'],
  ['mumbai', 'ap-south-1|asia-south1|centralindia'],
];

/** The forms of a verb: base, third person, past, participle, "-ing", and adjectives of possibility. */
export interface VerbForms {
  base: string;
  present: string;
  past: string;
  participle: string;
  ing: string;
  able: string;
}

const verb = (forms: string, meaning: VerbMeaning): readonly [VerbForms, VerbMeaning] => {
  const [base = '', present = '', past = '', participle = '', ing = '', able = ''] = forms.split(' / ');
  return [{ base, present, past, participle, ing, able }, meaning];
};

export const VERBS: readonly (readonly [VerbForms, VerbMeaning])[] = [
  verb(
    'access|reach|get to|get at|get into|get access to|touch|connect to|log into|log in to|sign in to|reach into / accesses|reaches|gets to|touches / accessed|reached|touched / accessed|reached|touched|reachable / accessing|reaching|touching / accessible|reachable',
    { privilege: null },
  ),
  verb('use / uses / used / used / using / usable', { privilege: null }),
  verb(
    'read|see|view|download|look at|look into|open|fetch|get|query|read from|copy|steal|exfiltrate|leak|peek at|read data from / reads|sees|views|downloads|looks at|fetches / read|saw|viewed|downloaded|looked at|fetched|queried|copied / read|seen|viewed|downloaded|fetched|queried|copied / reading|viewing|seeing|downloading|looking at / readable|viewable|downloadable',
    { privilege: kindOf('read') },
  ),
  verb(
    'write|write to|change|modify|edit|update|delete|remove|upload to|upload|write into|alter|overwrite|delete from|delete data from|wipe|destroy|erase|tamper with|put data in|mess with / writes|writes to|changes|modifies|edits|updates|deletes|removes / wrote|wrote to|changed|modified|edited|updated|deleted|removed|uploaded|uploaded to|altered|wiped / written|written to|changed|modified|edited|updated|deleted|removed|altered|wiped / writing|writing to|changing|modifying|editing|updating|deleting / writable|writeable|changeable|editable|deletable',
    { privilege: kindOf('write') },
  ),
  verb(
    'administer|manage|own|admin|control|take over|fully control|administrate / administers|manages|owns|controls / administered|managed|owned|controlled / administered|managed|owned|controlled / administering|managing|owning|controlling / manageable',
    { privilege: kindOf('admin') },
  ),
  verb('list|enumerate / lists|enumerates / listed|enumerated / listed|enumerated / listing|enumerating / listable', { privilege: kindOf('list') }),
  verb('tag / tags / tagged / tagged / tagging / taggable', { privilege: kindOf('tagging') }),
  verb(
    'change permissions of|change permissions on|change permissions for|change permissions in|grant permissions on|give access to|change access to|edit permissions of|modify permissions on|share / shares / shared / shared / sharing / shareable',
    { privilege: kindOf('permissions') },
  ),
  verb('assume / assumes / assumed / assumed / assuming / assumable', { privilege: action('sts:AssumeRole'), objects: ['role'] }),
  verb('decrypt|decrypt with|decrypt data with|decrypt using / decrypts / decrypted / decrypted / decrypting / decryptable', {
    privilege: action('kms:Decrypt'),
    objects: ['keystore'],
  }),
];

/** Things to do that need no object. */
export const DEEDS: readonly (readonly [string, VerbMeaning])[] = [
  ['pass a role|pass role|pass roles|pass iam roles|pass iam role', { privilege: action('iam:PassRole') }],
  [
    'escalate|escalate privileges|escalate their privileges|elevate privileges|raise privileges|gain more privileges|become admin|become an admin|become administrator|make themselves admin|make themselves administrator',
    { privilege: kindOf('sensitive') },
  ],
  [
    'change permissions|manage permissions|grant permissions|grant access|give permissions|edit permissions|modify permissions',
    { privilege: kindOf('permissions') },
  ],
  ['create users|create a user|create new users|add users', { privilege: action('iam:CreateUser') }],
  ['create access keys|create keys|create an access key', { privilege: action('iam:CreateAccessKey') }],
  ['assume roles|assume a role|assume any role', { privilege: action('sts:AssumeRole'), objects: ['role'] }],
  ['start machines|start instances|launch instances|run instances|start vms|launch vms|launch machines', { privilege: action('ec2:RunInstances') }],
];

/** Adjectives of "access" and "permissions". */
export const ACCESS_KINDS: readonly (readonly [string, Privilege | null])[] = [
  ['read|read-only|readonly|view', kindOf('read')],
  ['write|edit|modify|delete', kindOf('write')],
  ['admin|administrative|administrator|full|owner|root', kindOf('admin')],
  ['sensitive|dangerous|risky|escalation|privilege escalation|critical', kindOf('sensitive')],
  ['list', kindOf('list')],
  ['tagging', kindOf('tagging')],
  ['permission management|permissions management', kindOf('permissions')],
];
export const ACCESS_NOUNS = 'access|permission|permissions|right|rights|privilege|privileges|entitlement|entitlements|grants|reach';

/** Attributes after "with" and "without". */
export const FEATURES: readonly (readonly [string, { with: AttributeFilter; without: AttributeFilter }])[] = [
  [
    'mfa|multi-factor authentication|multi factor authentication|multifactor authentication|two-factor authentication|two factor authentication|2fa|second factor|mfa enabled|mfa turned on|mfa on',
    { with: where('mfa', 'true'), without: where('mfa', 'false') },
  ],
  ['console password|console passwords', { with: where('password', 'true'), without: where('password', 'false') }],
  [
    'permissions boundary|permission boundary|boundary|permissions boundaries|boundaries',
    { with: where('boundary', 'true'), without: where('boundary', 'false') },
  ],
  ['encryption|encryption at rest', { with: where('encrypted', 'true'), without: where('encrypted', 'false') }],
  [
    'public ip|public ip address|external ip|public ips|public address',
    { with: where('publicip', '*'), without: { ...where('publicip', '*'), negated: true } },
  ],
  ['public access|internet access', { with: where('public', 'true'), without: where('public', 'false') }],
];

/** Numbers in words. */
export const NUMBERS: Readonly<Record<string, number>> = Object.fromEntries(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, index): [string, number] => [word, index])
    .concat([
      ['a', 1],
      ['thirty', 30],
      ['forty', 40],
      ['forty-five', 45],
      ['fifty', 50],
      ['sixty', 60],
      ['ninety', 90],
      ['hundred', 100],
      ['couple', 2],
    ]),
);

/** Lengths of time, in days. A month has 30 days and a quarter 90, like the periods of unused access. */
export const UNITS: readonly (readonly [string, number])[] = [
  ['day|days', 1],
  ['week|weeks', 7],
  ['fortnight', 14],
  ['month|months', 30],
  ['quarter|quarters', 90],
  ['year|years', 365],
];

/** Returns the attributes that only some types have, by word. */
export const TYPES_OF_ATTRIBUTE: ReadonlyMap<string, readonly string[]> = new Map(
  ATTRIBUTES.flatMap(({ word, types }) => (types ? [[word, types] as const] : [])),
);
