import { GROUP_SCHEMA } from './groups';
import { ENTERPRISE_SCHEMA, USER_SCHEMA } from './user-resource';

type Resource = Record<string, unknown>;

/** Returns what this server supports. @see https://www.rfc-editor.org/rfc/rfc7643#section-5 */
export function serviceProviderConfig(base: string): Resource {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 500 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      { type: 'oauthbearertoken', name: 'Bearer token', description: 'A provisioning token of CAM, from Settings, Single sign-on', primary: true },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

/** Returns the types of resources. @see https://www.rfc-editor.org/rfc/rfc7643#section-6 */
export function resourceTypes(base: string): Resource[] {
  const type = (name: string, description: string, schema: string, extensions: object[]): Resource => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint: `/${name}s`,
    description,
    schema,
    schemaExtensions: extensions,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  });
  return [
    type('User', 'A user of CAM', USER_SCHEMA, [{ schema: ENTERPRISE_SCHEMA, required: false }]),
    type('Group', 'A group, whose name gives rights in CAM', GROUP_SCHEMA, []),
  ];
}

interface Shape {
  required?: boolean;
  caseExact?: boolean;
  mutability?: 'readOnly' | 'readWrite' | 'immutable';
  uniqueness?: 'none' | 'server';
  multiValued?: boolean;
  parts?: Resource[];
  type?: 'string' | 'boolean' | 'complex' | 'reference';
}

function attribute(name: string, description: string, shape: Shape = {}): Resource {
  const { parts, type = parts ? 'complex' : 'string', ...rest } = shape;
  return {
    ...{ name, type, multiValued: false, description, required: false, caseExact: false },
    ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none' },
    ...rest,
    ...(parts ? { subAttributes: parts } : {}),
  };
}

/** Returns the attributes of users and groups. @see https://www.rfc-editor.org/rfc/rfc7643#section-7 */
export function schemas(base: string): Resource[] {
  const schema = (id: string, name: string, description: string, attributes: Resource[]): Resource => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...{ id, name, description, attributes },
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  });
  const listed = [
    attribute('value', 'Value'),
    attribute('type', 'Kind, such as work'),
    attribute('primary', 'The main one', { type: 'boolean' }),
    attribute('display', 'Shown name'),
  ];
  const reference = (of: string): Resource[] => [
    attribute('value', `Id of the ${of}`, { mutability: 'immutable', caseExact: true }),
    attribute('display', `Name of the ${of}`, { mutability: 'readOnly' }),
    attribute('$ref', `Address of the ${of}`, { type: 'reference', mutability: 'readOnly' }),
    attribute('type', 'Kind', { mutability: 'immutable' }),
  ];
  const name = ['formatted', 'familyName', 'givenName', 'middleName', 'honorificPrefix', 'honorificSuffix'];
  const texts = ['displayName', 'nickName', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone'];
  return [
    schema(USER_SCHEMA, 'User', 'A user of CAM', [
      attribute('userName', 'E-mail of the user', { required: true, uniqueness: 'server' }),
      attribute('externalId', 'Id of the user in the provider', { caseExact: true }),
      attribute('active', 'False: the user is signed out and cannot sign in', { type: 'boolean' }),
      attribute('name', 'Name of the user', { parts: name.map((part) => attribute(part, 'Part of the name')) }),
      ...texts.map((text) => attribute(text, 'Kept for the provider')),
      attribute('emails', 'E-mails', { multiValued: true, parts: listed }),
      attribute('phoneNumbers', 'Telephone numbers', { multiValued: true, parts: listed }),
      attribute('groups', 'Groups of the user', { multiValued: true, mutability: 'readOnly', parts: reference('group') }),
    ]),
    schema(GROUP_SCHEMA, 'Group', 'A group, whose name gives rights in CAM', [
      attribute('displayName', 'Name of the group', { required: true, uniqueness: 'server' }),
      attribute('externalId', 'Id of the group in the provider', { caseExact: true }),
      attribute('members', 'Users of the group', { multiValued: true, parts: reference('user') }),
    ]),
    schema(
      ENTERPRISE_SCHEMA,
      'EnterpriseUser',
      'More about a user',
      ['employeeNumber', 'costCenter', 'organization', 'division', 'department'].map((text) => attribute(text, 'Kept for the provider')),
    ),
  ];
}
