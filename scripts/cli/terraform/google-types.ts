import { blocks } from './directory-types';
import type { Fact } from './facts';
import { isUnknown, Unplaced, type ResourceReader, type Side } from './resource-reader';
import { assignmentFact, roleFact, type Condition, type SourceType } from './source-type';

/** A kind of resources with a policy: how its resources are named, and in which project they are. */
interface Kind {
  /** `google_project` in `google_project_iam_member` */
  type: string;
  /** Returns the full resource name. */
  name: (reader: ResourceReader, side: Side) => string;
  source: (reader: ResourceReader, side: Side) => string;
}

const MANAGER = '//cloudresourcemanager.googleapis.com';

const KINDS: readonly Kind[] = [
  {
    type: 'google_project',
    name: (reader, side) => `${MANAGER}/projects/${short(reader.needed(side, 'project'))}`,
    source: (reader, side) => sourceOf(short(reader.needed(side, 'project'))),
  },
  {
    type: 'google_folder',
    name: (reader, side) => `${MANAGER}/folders/${short(reader.needed(side, 'folder'))}`,
    source: (reader, side) => `Google Cloud folder ${short(reader.needed(side, 'folder'))}`,
  },
  {
    type: 'google_organization',
    name: (reader, side) => `${MANAGER}/organizations/${short(reader.needed(side, 'org_id'))}`,
    source: (reader, side) => `Google Cloud organization ${short(reader.needed(side, 'org_id'))}`,
  },
  {
    type: 'google_storage_bucket',
    name: (reader, side) => `//storage.googleapis.com/${reader.needed(side, 'bucket').replace(/^b\//, '')}`,
    source: (reader, side) => sourceOf(projectOfBucket(reader, side)),
  },
  {
    type: 'google_service_account',
    name: (reader, side) => `//iam.googleapis.com/${reader.needed(side, 'service_account_id')}`,
    source: (reader, side) => sourceOf(projectIn(reader.needed(side, 'service_account_id'))),
  },
  {
    type: 'google_pubsub_topic',
    name: (reader, side) => `//pubsub.googleapis.com/${within(reader, side, 'topic', 'topics')}`,
    source: (reader, side) => sourceOf(projectIn(within(reader, side, 'topic', 'topics'))),
  },
  {
    type: 'google_pubsub_subscription',
    name: (reader, side) => `//pubsub.googleapis.com/${within(reader, side, 'subscription', 'subscriptions')}`,
    source: (reader, side) => sourceOf(projectIn(within(reader, side, 'subscription', 'subscriptions'))),
  },
  {
    type: 'google_kms_crypto_key',
    name: (reader, side) => `//cloudkms.googleapis.com/${reader.needed(side, 'crypto_key_id')}`,
    source: (reader, side) => sourceOf(projectIn(reader.needed(side, 'crypto_key_id'))),
  },
];

/**
 * Role bindings, custom roles and service accounts of Google Cloud.
 * @see https://registry.terraform.io/providers/hashicorp/google/latest/docs
 */
export const GOOGLE_TYPES: Record<string, SourceType> = {
  ...Object.fromEntries(KINDS.flatMap(typesOf)),
  google_project_iam_custom_role: {
    source: (reader, side) => sourceOf(projectOf(reader, side)),
    read: (reader, side) => [customRole(reader, side, `projects/${projectOf(reader, side)}`)],
  },
  google_organization_iam_custom_role: {
    source: (reader, side) => `Google Cloud organization ${short(reader.needed(side, 'org_id'))}`,
    read: (reader, side) => [customRole(reader, side, `organizations/${short(reader.needed(side, 'org_id'))}`)],
  },
  google_service_account: {
    source: (reader, side) => sourceOf(projectOf(reader, side)),
    read: (reader, side) => {
      const principal = `serviceAccount:${reader.needed(side, 'account_id')}@${projectOf(reader, side)}.iam.gserviceaccount.com`;
      return [
        {
          key: principal,
          value: '',
          add: { kind: 'CREATE_PRINCIPAL', principal, document: null },
          remove: { kind: 'DELETE_PRINCIPAL', principal },
        },
      ];
    },
  },
};

/**
 * Returns the three resources of a kind: a member adds to a binding, a binding has all members of a role, and a policy all bindings. Members and
 * bindings of one role are separate where their conditions differ.
 * @see https://registry.terraform.io/providers/hashicorp/google/latest/docs/resources/google_project_iam
 */
function typesOf({ type, name, source }: Kind): [string, SourceType][] {
  return [
    [
      `${type}_iam_member`,
      {
        source,
        read: (reader, side) => [
          assignmentFact({
            principal: reader.needed(side, 'member'),
            role: roleOf(reader, side),
            scope: name(reader, side),
            ...conditionOf(reader, side),
          }),
        ],
      },
    ],
    [`${type}_iam_binding`, { source, read: (reader, side) => [bindingFact(reader, side, name(reader, side))] }],
    [`${type}_iam_policy`, { source, read: (reader, side) => [policyFact(reader, side, name(reader, side))] }],
  ];
}

function bindingFact(reader: ResourceReader, side: Side, scope: string): Fact {
  const members = reader.texts(side, 'members').sort();
  const binding = { scope, role: roleOf(reader, side), ...conditionOf(reader, side) };
  return {
    key: `binding ${JSON.stringify(binding)}`,
    value: JSON.stringify(members),
    add: { kind: 'SET_BINDING', ...binding, members },
    remove: { kind: 'SET_BINDING', ...binding, members: [] },
  };
}

function policyFact(reader: ResourceReader, side: Side, resource: string): Fact {
  const text = reader.needed(side, 'policy_data');
  const document = parsed(text);
  const edit = { kind: 'SET_RESOURCE_POLICY', resource } as const;
  return { key: `policy of ${resource}`, value: JSON.stringify(document), add: { ...edit, document }, remove: { ...edit, document: null } };
}

/** Only the bindings give access; audit configurations and the version do not. */
function parsed(text: string): { bindings: unknown[] } {
  try {
    const { bindings = [] } = JSON.parse(text) as { bindings?: unknown };
    if (Array.isArray(bindings)) return { bindings: bindings as unknown[] };
  } catch {
    // The message below covers both.
  }
  throw new Unplaced('policy_data is not a policy in JSON');
}

/** Returns the role: as the plan says, or the custom role of the plan that it comes from. */
function roleOf(reader: ResourceReader, side: Side): string {
  if (!isUnknown(side, 'role')) return reader.needed(side, 'role');
  const resource = reader.referred(side, 'role', ['google_project_iam_custom_role', 'google_organization_iam_custom_role']);
  const own = { resource, unknown: {} };
  const parent =
    resource.type === 'google_project_iam_custom_role'
      ? `projects/${projectOf(reader, own)}`
      : `organizations/${short(reader.needed(own, 'org_id'))}`;
  return `${parent}/roles/${reader.needed(own, 'role_id')}`;
}

function customRole(reader: ResourceReader, side: Side, parent: string): Fact {
  const title = reader.text(side, 'title');
  return roleFact(`${parent}/roles/${reader.needed(side, 'role_id')}`, {
    ...(title === undefined ? {} : { title }),
    includedPermissions: reader.texts(side, 'permissions').sort(),
  });
}

function conditionOf(reader: ResourceReader, side: Side): { condition?: Condition } {
  const [block] = blocks(side, 'condition');
  if (!block) return {};
  const [title, description] = [reader.text(block, 'title'), reader.text(block, 'description')];
  return {
    condition: {
      expression: reader.needed(block, 'expression'),
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
    },
  };
}

function sourceOf(project: string): string {
  return `Google Cloud project ${project}`;
}

/** `demo` for `projects/demo` */
function short(name: string): string {
  return name.split('/').at(-1) ?? name;
}

function projectIn(name: string): string {
  const project = /^projects\/([^/]+)\//.exec(name)?.[1];
  if (project === undefined) throw new Unplaced('its project is not known before the apply');
  return project;
}

/** Returns the project of a resource: its own, or that of its provider. */
function projectOf(reader: ResourceReader, side: Side): string {
  const isChosen = isUnknown(side, 'project') && !reader.isNamed(side, 'project');
  const own = isChosen ? undefined : reader.text(side, 'project');
  const project = own ?? reader.providerSays(side.resource.provider, 'project');
  if (project === undefined) throw new Unplaced('its project is not known before the apply');
  return short(project);
}

/** Returns a name in full: `projects/demo/topics/news` for `news`. */
function within(reader: ResourceReader, side: Side, attribute: string, collection: string): string {
  const name = reader.needed(side, attribute);
  return name.startsWith('projects/') ? name : `projects/${projectOf(reader, side)}/${collection}/${name}`;
}

/** A bucket does not name its project. */
function projectOfBucket(reader: ResourceReader, side: Side): string {
  const bucket = reader.needed(side, 'bucket').replace(/^b\//, '');
  const known = reader.plan.resources.find(({ type, values }) => type === 'google_storage_bucket' && values.name === bucket);
  return projectOf(reader, known ? { resource: known, unknown: {} } : side);
}
