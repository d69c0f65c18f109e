import { estateDigest, FactsTree, type Json, manifestDigest, type Proof } from '@cam/checker';
import { createHash } from 'node:crypto';

interface Entity {
  type: string;
  account: string;
  identity: boolean;
  resource: boolean;
  attributes: Record<string, Json>;
}

interface Body {
  entities: Entity[];
  in: { kind: string; id: string; detail: Json }[];
  held: { kind: string; id: string; name: string; document: string }[];
}

/** A proof whose facts, documents and sources anybody may change: roots and digests follow. */
export type Forgery = Omit<Proof, 'facts'> & { facts: Record<string, { source: string; key: string; body: Body; index: number; path: string[] }> };

/** Changes a proof. */
export type Forge = (proof: Forgery) => unknown;

/** Facts and documents of a proof that are changed. */
const SOME = 6;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Changes the facts of a proof, and makes the trees, manifests and digests anew, as an installation that lies would. */
export function forged(proof: Proof, forge: Forge): Proof {
  const copy = JSON.parse(JSON.stringify(proof)) as Forgery;
  forge(copy);
  renameDocuments(copy);
  for (const source of copy.sources) {
    const own = Object.values(copy.facts)
      .filter((fact) => fact.source === source.source)
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    if (own.length === 0) continue;
    const tree = new FactsTree(own.map(({ key, body }) => ({ key, body: body as unknown as Json })));
    own.forEach((fact, index) => Object.assign(fact, tree.pathOf(index)));
    Object.assign(source, { facts_root: tree.root, facts_count: tree.count });
  }
  const [newest] = [...copy.sources].sort((a, b) => b.position - a.position);
  if (newest && newest.estate !== NO_ESTATE) newest.estate = estateDigest(copy.sources);
  for (const source of copy.sources) {
    const { manifest: _former, ...manifest } = source;
    source.manifest = manifestDigest(manifest);
  }
  return copy as unknown as Proof;
}

/** An estate that stays as it is. */
const NO_ESTATE = '0'.repeat(64);

function renameDocuments({ documents, facts }: Forgery): void {
  const names = new Map(Object.entries(documents).map(([name, text]) => [name, digest(text)]));
  for (const [name, text] of Object.entries(documents)) {
    delete documents[name];
    documents[names.get(name) ?? name] = text;
  }
  for (const { body } of Object.values(facts)) for (const held of body.held) held.document = names.get(held.document) ?? held.document;
}

const held = (proof: Forgery, kind: string, id: string): Body['held'][number] => {
  return { kind, id, name: id, document: Object.keys(proof.documents)[0] ?? '' };
};

/** Changes of a fact. */
const OF_FACTS: Record<string, (fact: Forgery['facts'][string], proof: Forgery) => unknown> = {
  'no entity': ({ body }) => (body.entities = []),
  'two entities': ({ body }) => body.entities.push(...body.entities),
  'no resource': ({ body }) => body.entities.forEach((entity) => (entity.resource = false)),
  'no identity': ({ body }) => body.entities.forEach((entity) => (entity.identity = false)),
  'a group': ({ body }) => body.entities.forEach((entity) => (entity.type = 'GROUP')),
  'a user': ({ body }) => body.entities.forEach((entity) => (entity.type = 'USER')),
  'another account': ({ body }) => body.entities.forEach((entity) => (entity.account = '000000000000')),
  'access points': ({ body }) => body.entities.forEach(({ attributes }) => (attributes.accesspoints = 1)),
  'no asset type': ({ body }) => body.entities.forEach(({ attributes }) => delete attributes.assettype),
  'no number': ({ body }) => body.entities.forEach(({ attributes }) => delete attributes.projectnumber),
  'no address': ({ body }) => body.entities.forEach(({ attributes }) => delete attributes.email),
  'another way to act': ({ body }) => body.in.push({ kind: 'can_become', id: 'x', detail: {} }),
  'in another group': ({ body }) => body.in.push({ kind: 'member_of', id: 'zzz', detail: {} }),
  'in two more nodes': ({ body }) => body.in.push({ kind: 'contains', id: 'x', detail: {} }, { kind: 'contains', id: 'y', detail: {} }),
  'in no node': ({ body }) => (body.in = body.in.filter(({ kind }) => kind !== 'contains')),
  boundaries: ({ body }, proof) => body.held.push(held(proof, 'boundary', 'b1'), held(proof, 'boundary', 'b2')),
  'a policy of its own': ({ body }, proof) => body.held.push(held(proof, 'resource', 'p1')),
  'a grant': ({ body }, proof) => body.held.push(held(proof, 'resource', 'arn:aws:kms:eu-west-1:111122223333:key/k1/grants')),
  'a key of AWS': (fact) => (fact.key = 'arn:aws:iam::aws:policy/ReadOnlyAccess'),
  'another source': (fact, { sources }) => {
    const source = sources.find((one) => one.source === fact.source);
    if (source) sources.push({ ...source, source: 'another', position: source.position + 1000 });
    fact.source = 'another';
  },
};

type Document = Record<string, unknown>;

const ALL_OF_DIRECTORIES = [
  ...['users', 'groups', 'applications', 'servicePrincipals', 'roleAssignments'].map((name) => `microsoft.directory/${name}/allProperties/allTasks`),
  ...['users', 'groups', 'apps', 'roles'].map((name) => `okta.${name}.manage`),
];

/** Changes of a document that is an object. */
const OF_DOCUMENTS: Record<string, (document: Document, proof: Forgery) => unknown> = {
  'all allowed': (document) => (document.Statement = [{ Effect: 'Allow', Action: '*', Resource: '*', Principal: '*' }]),
  'nothing said': (document) => (document.Statement = []),
  'all denied': (document) => (document.Statement = [{ Effect: 'Deny', Action: '*', Resource: '*', Principal: '*' }]),
  'one object allowed': (document) =>
    (document.Statement = [
      {
        Effect: 'Allow',
        Action: '*',
        Resource: ['arn:aws:s3:::*', 'arn:aws:s3:::*/one-?/${aws:SourceIp}'],
        Condition: { Bool: { 'aws:SecureTransport': 'true' } },
      },
    ]),
  'a canonical user': (document) => (document.Statement = [{ Effect: 'Allow', Action: '*', Resource: '*', Principal: { AWS: 'a'.repeat(64) } }]),
  'for the identity': (document, { steps, claim }) => {
    const member = steps.map(({ says }) => (says as { member?: string } | null)?.member).find((one) => one !== undefined);
    if (Array.isArray(document.members)) document.members.push(member ?? '');
    const target = (document.properties ?? document) as Document;
    if ('principalId' in target) target.principalId = claim.identity.id;
  },
  'for unknown members': (document) => (document.members = ['principalSet://iam.googleapis.com/x/y', 'group:nobody@x.example']),
  'for holders of a basic role elsewhere': (document) => (document.members = ['projectOwner:elsewhere']),
  'with an expression out of reach': (document) => (document.condition = { expression: 'resource.name.extract("a{x}") == "b"' }),
  'with a condition': (document) => {
    document.condition = 'request.time < timestamp("2030-01-01T00:00:00Z")';
    if (typeof document.properties === 'object') (document.properties as Document).condition = '@Request[x] StringEquals "y"';
  },
  'with an expression': (document) => (document.condition = { expression: 'request.time < timestamp("2030-01-01T00:00:00Z")' }),
  'without lists': (document) => Object.assign(document, { actions: 'x', conditions: 'x' }),
  'for no role and no application': (document) => Object.assign(document, { role: null, application: null }),
  'with all actions of a directory': (document) =>
    Object.assign(document, { actions: ALL_OF_DIRECTORIES, scope: null, mayChange: null, conditions: [] }),
  'a disabled role': (document) => Object.assign(document, { stage: 'DISABLED' }),
  'another scope': (document) => void Object.assign((document.properties ?? document) as Document, { scope: '/subscriptions/elsewhere' }),
  'a management group': (document) =>
    void Object.assign((document.properties ?? document) as Document, { scope: '/providers/microsoft.management/managementgroups/elsewhere' }),
  'without its denied permissions': (document) => (document.rules = []),
  'without principals': (document) => void Object.assign((document.properties ?? document) as Document, { principals: [] }),
};

const ALL_BUT_ROLES = { Effect: 'Allow', NotAction: 'sts:AssumeRole', Resource: '*' };

/** Changes of all documents together. */
const OF_ALL_DOCUMENTS: typeof OF_DOCUMENTS = {
  'all but roles is allowed': (document) => (document.Statement = [ALL_BUT_ROLES]),
  'nothing is denied': (document) => (document.rules = []),
  'everybody is a viewer, and nothing is denied': (document) => {
    document.rules = [];
    if (document.role === 'roles/viewer' && !String(document.resource).includes('/serviceAccounts/')) document.members = ['allUsers'];
  },
  'with an expression': (document) => (document.condition = { expression: 'request.time < timestamp("2030-01-01T00:00:00Z")' }),
};

/** Concludes from the decisions about access to a resource of Azure or of a directory that there is none. */
function opposite({ steps, claim }: Forgery): void {
  const decides = steps.find(({ rule }) => rule === 'azure-decides' || rule === 'directory-decides');
  const last = steps.at(-1);
  if (!decides || !last) return;
  const actions = claim.actions.map(({ action, on }) => ({ action, on }));
  Object.assign(last, { rule: decides.rule.replace('decides', 'out-of-reach'), from: decides.from, with: { actions } });
}

/** Lets the identity hold a document. */
function identityHolds(proof: Forgery): void {
  for (const { key, body } of Object.values(proof.facts)) if (key === proof.claim.identity.id) body.held.push(held(proof, 'identity', 'p1'));
}

/** Makes the resource a bucket, to whose objects requests from an address have access. */
function objectsOfAddress(proof: Forgery): void {
  const { steps, facts, documents, claim } = proof;
  identityHolds(proof);
  const Condition = { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } };
  for (const name of Object.keys(documents)) documents[name] = JSON.stringify({ Statement: [{ ...ALL_BUT_ROLES, Condition }] });
  for (const { key, body } of Object.values(facts)) if (key === claim.resource.id) body.entities.forEach((entity) => (entity.type = 'OBJECT_STORE'));
  renamed((steps.at(-1)?.with ?? {}) as Record<string, Json>, 's3:GetObject', null);
}

/** Asks for an action that everybody may take. */
function allowedAction(proof: Forgery): void {
  const { steps, documents } = proof;
  identityHolds(proof);
  for (const name of Object.keys(documents)) documents[name] = JSON.stringify({ Statement: [ALL_BUT_ROLES] });
  renamed((steps.at(-1)?.with ?? {}) as Record<string, Json>, 'iam:GetRole', undefined);
}

/** Makes everybody a viewer, and shows the role. */
function viewersAction(proof: Forgery): void {
  for (const [name, text] of Object.entries(proof.documents)) {
    const document = JSON.parse(text) as Document;
    OF_ALL_DOCUMENTS['everybody is a viewer, and nothing is denied']?.(document, proof);
    proof.documents[name] = JSON.stringify(document);
  }
  const [role] = Object.entries(proof.facts).find(([, { key }]) => key.endsWith('roles/viewer')) ?? [];
  const from = proof.steps.at(-1)?.from;
  if (role !== undefined && !from?.includes(role)) from?.push(role);
}

/** Moves all bindings of Google Cloud to the project, and puts those of editors under a condition. */
function basicRoleUnderCondition({ facts, documents }: Forgery): void {
  const all = Object.values(facts);
  const project = all.find(({ key }) => key.startsWith('projects/'));
  for (const { body } of all) {
    const moved = body.held.filter(({ kind }) => kind === 'gcp_binding');
    if (!project || body === project.body) continue;
    body.held = body.held.filter(({ kind }) => kind !== 'gcp_binding');
    project.body.held.push(...moved);
  }
  for (const [name, text] of Object.entries(documents))
    if (text.includes('"members"') && text.includes('roles/editor'))
      documents[name] = JSON.stringify({ ...(JSON.parse(text) as object), condition: { expression: 'true' } });
}

/** Binds a boundary to the service accounts of a project whose number no source tells. */
function boundaryOfUnknown({ facts, documents }: Forgery): void {
  documents.boundary = '{"name":"boundary","principalSet":"//cloudresourcemanager.googleapis.com/projects/1","eligible":[]}';
  for (const { key, body } of Object.values(facts)) {
    if (key === 'principal-access-boundaries') body.held.push({ kind: 'gcp_boundary', id: 'boundary', name: 'boundary', document: 'boundary' });
    for (const { attributes } of body.entities) delete attributes.projectnumber;
  }
}

/** Changes of the parameters of a step. */
const OF_PARAMETERS: Record<string, (parameters: Record<string, Json>) => unknown> = {
  'no actions': (parameters) => (parameters.actions = []),
  'unsorted actions': (parameters) => (parameters.actions = ['z:B', 'a:A']),
  'no parameters': (parameters) => Object.keys(parameters).forEach((name) => delete parameters[name]),
  nonsense: (parameters) => renamed(parameters, '!', undefined),
  'an action without permission': (parameters) => renamed(parameters, 'sts:GetCallerIdentity', undefined),
  'something elsewhere': (parameters) => renamed(parameters, undefined, 'elsewhere'),
  'what is inside': (parameters) => renamed(parameters, undefined, null),
};

function renamed(parameters: Record<string, Json>, action: string | undefined, on: string | null | undefined): void {
  const place = (former: Json | undefined): Json =>
    on === undefined ? (former ?? null) : (on ?? `${String(former).replace(/\/\*$/, '')}${String(former).endsWith('/*') ? '' : '/*'}`);
  if (Array.isArray(parameters.actions))
    parameters.actions = (parameters.actions as Json[]).map((one) =>
      typeof one === 'object' && one !== null
        ? { ...(one as object), ...(action === undefined ? {} : { action }), on: place((one as { on?: Json }).on) }
        : (action ?? one),
    );
  if ('on' in parameters) parameters.on = place(parameters.on);
}

/** Returns all changes of a proof by name. */
export function forgeries(proof: Proof): [name: string, forge: Forge][] {
  const some = <T>(list: readonly T[]): T[] => (list.length <= SOME ? [...list] : [...list.slice(0, SOME / 2), ...list.slice(-SOME / 2)]);
  const ids = some(Object.keys(proof.facts));
  const texts = some(Object.keys(proof.documents));
  return [
    ['nothing', () => undefined],
    ...ids.flatMap((id) =>
      Object.entries(OF_FACTS).map(([way, change]): [string, Forge] => [
        `fact ${id}: ${way}`,
        (copy) => change(copy.facts[id] as Forgery['facts'][string], copy),
      ]),
    ),
    ...texts.flatMap((name, index) => [
      [`document ${index}: no object`, ({ documents }: Forgery) => (documents[name] = '[]')] as [string, Forge],
      ...Object.entries(OF_DOCUMENTS).map(([way, change]): [string, Forge] => [
        `document ${index}: ${way}`,
        (copy) => {
          const document = JSON.parse(copy.documents[name] ?? '{}') as Document;
          change(document, copy);
          copy.documents[name] = JSON.stringify(document);
        },
      ]),
    ]),
    ...proof.steps.flatMap((_step, index) =>
      Object.entries(OF_PARAMETERS).map(([way, change]): [string, Forge] => [
        `step ${index}: ${way}`,
        ({ steps }) => {
          const step = steps[index];
          if (step?.with) change(step.with as Record<string, Json>);
        },
      ]),
    ),
    ...['AWS', 'GCP', 'AZURE', 'IDP_OKTA'].flatMap((cloud) =>
      proof.sources.map((_source, index): [string, Forge] => [
        `source ${index}: of ${cloud}`,
        ({ sources }) => ((sources[index] as { cloud: string }).cloud = cloud),
      ]),
    ),
    ...Object.entries(OF_ALL_DOCUMENTS).map(([way, change]): [string, Forge] => [
      `all documents: ${way}`,
      (copy) => {
        for (const [name, text] of Object.entries(copy.documents)) {
          const document = JSON.parse(text) as Document;
          change(document, copy);
          copy.documents[name] = JSON.stringify(document);
        }
      },
    ]),
    ...proof.steps.map(({ id }, index): [string, Forge] => [
      `step ${index}: of two parts`,
      ({ steps }) => steps.find((one) => one.id === id)?.from.splice(2),
    ]),
    ...proof.steps.slice(0, -1).map(({ id }): [string, Forge] => [`the conclusion from ${id} too`, ({ steps }) => steps.at(-1)?.from.push(id)]),
    ['the opposite', opposite],
    ['objects that an address reaches', objectsOfAddress],
    ['another action, which is allowed', allowedAction],
    ['an action that viewers may take', viewersAction],
    ['a basic role at the project, under a condition', basicRoleUnderCondition],
    [
      'restricted public access',
      ({ facts }) =>
        Object.values(facts).forEach((fact) => fact.body.entities.forEach(({ attributes }) => (attributes.restrictpublicbuckets = true))),
    ],
    ['a boundary for an unknown project', boundaryOfUnknown],
    ['a step with the name of a fact', ({ steps, facts }) => ((steps[0] as { id: string }).id = Object.keys(facts)[0] ?? '')],
    ['a rule without a name', ({ steps }) => ((steps[0] as { rule: string }).rule = 'no rule')],
    ['another estate', ({ sources }) => sources.forEach((source) => (source.estate = NO_ESTATE))],
    ['a source twice', ({ sources }) => sources.push(...sources.slice(0, 1))],
    [
      'one more source',
      ({ sources }) =>
        sources.push({ ...(sources[0] as Proof['sources'][number]), source: 'more', position: 0, facts_count: 0, facts_root: NO_ESTATE }),
    ],
    ['one more fact', ({ facts }) => (facts.more = { ...(Object.values(facts)[0] as Forgery['facts'][string]), key: 'zzz' })],
    ['one more document', ({ documents }) => (documents.more = '{"more":true}')],
    ['one more step', ({ steps }) => steps.splice(-1, 0, { ...(steps[0] as Proof['steps'][number]), id: 'more' })],
    ['no steps', (copy) => (copy.steps = [])],
    ['no conclusion', ({ steps }) => steps.pop()],
    ['another time', ({ claim }) => (claim.made_at = 'yesterday')],
    ['a later time', ({ claim }) => (claim.made_at = '2099-01-01T00:00:00.000Z')],
  ];
}
