import { blocks } from './directory-types';
import { isUnknown, Unplaced, type ResourceReader, type Side } from './resource-reader';
import { assignmentFact, roleFact, type SourceType } from './source-type';

/**
 * Role assignments and custom roles of Azure.
 * @see https://registry.terraform.io/providers/hashicorp/azurerm/latest/docs
 */
export const AZURE_TYPES: Record<string, SourceType> = {
  azurerm_role_assignment: {
    source: (reader, side) => sourceOf(reader.needed(side, 'scope')),
    read: (reader, side) => {
      const expression = reader.text(side, 'condition');
      return [
        assignmentFact({
          principal: reader.needed(side, 'principal_id').toLowerCase(),
          role: assignedRole(reader, side),
          scope: reader.needed(side, 'scope').toLowerCase(),
          ...(expression === undefined ? {} : { condition: { expression } }),
        }),
      ];
    },
  },
  azurerm_pim_eligible_role_assignment: {
    source: (reader, side) => sourceOf(reader.needed(side, 'scope')),
    read: (reader, side) => [
      assignmentFact({
        principal: reader.needed(side, 'principal_id').toLowerCase(),
        role: assignedRole(reader, side),
        scope: reader.needed(side, 'scope').toLowerCase(),
        eligible: true,
      }),
    ],
  },
  azurerm_role_definition: {
    source: (reader, side) => sourceOf(reader.needed(side, 'scope')),
    read: (reader, side) => {
      const permissions = blocks(side, 'permissions').map((block) => ({
        actions: reader.texts(block, 'actions'),
        notActions: reader.texts(block, 'not_actions'),
        dataActions: reader.texts(block, 'data_actions'),
        notDataActions: reader.texts(block, 'not_data_actions'),
      }));
      return [roleFact(definitionId(reader, side), { roleName: reader.needed(side, 'name'), permissions })];
    },
  },
};

function sourceOf(scope: string): string {
  const subscription = /^\/subscriptions\/([^/]+)/i.exec(scope)?.[1];
  return `Azure ${subscription === undefined ? scope : `subscription ${subscription}`}`.toLowerCase().replace('azure', 'Azure');
}

/** Returns the id of a custom role: its own, or one that stands for it. The id that the apply makes is known to nobody before. */
function definitionId(reader: ResourceReader, side: Side): string {
  const known = isUnknown(side, 'role_definition_id') ? undefined : reader.text(side, 'role_definition_id');
  const id = known ?? side.resource.address.replace(/[^\w-]+/g, '-');
  const scope = reader.needed(side, 'scope').toLowerCase().replace(/\/+$/, '');
  return `${scope}/providers/microsoft.authorization/roledefinitions/${id.split('/').at(-1)?.toLowerCase()}`;
}

/** Returns the role of an assignment: its name, which the provider shows for every existing assignment, or its id. */
function assignedRole(reader: ResourceReader, side: Side): string {
  const name = isUnknown(side, 'role_definition_name') ? undefined : reader.text(side, 'role_definition_name');
  if (isUnknown(side, 'role_definition_name') && reader.isNamed(side, 'role_definition_name')) throw unknown('role_definition_name');
  if (name !== undefined) return name;
  if (!isUnknown(side, 'role_definition_id')) return reader.needed(side, 'role_definition_id').toLowerCase();
  return definitionId(reader, { resource: reader.referred(side, 'role_definition_id', ['azurerm_role_definition']), unknown: {} });
}

function unknown(attribute: string): Unplaced {
  return new Unplaced(`${attribute} is not known before the apply`);
}
