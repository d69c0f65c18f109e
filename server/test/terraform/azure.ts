import type { CloudChanges } from './planned-change';

type Row = Record<string, unknown>;

export const AZURE_CHANGES: CloudChanges = {
  cloud: 'AZURE',
  provider: 'azurerm',
  accountOf: (bundles) => bundles[0]?.accountId ?? '',
  prepare: () => undefined,
  // The API has properties below a field of their own.
  essenceOf: ({ properties, ...rest }) => {
    const { roleName, permissions, principalId, roleDefinitionId, scope } = { ...rest, ...(properties as Row | undefined) };
    return { roleName, permissions, principalId, roleDefinitionId, scope };
  },
  changes: (files, subscription) => {
    const scope = `/subscriptions/${subscription}`;
    const [held] = files.value<Row[]>('role-assignments.json').filter((row) => String(row.scope).startsWith(scope)) as [Row];
    const reader = files.value<Row[]>('role-definitions.json').find(({ roleName }) => roleName === 'Reader') as Row;
    const id = 'bbbbbbbb-1111-4222-8333-444444444444';
    const permissions = { actions: ['Microsoft.Storage/*/read'], notActions: [], dataActions: [], notDataActions: [] };
    return [
      {
        type: 'azurerm_role_assignment',
        round: 0,
        before: { scope: held.scope, role_definition_id: held.roleDefinitionId, principal_id: held.principalId },
        apply: (all) => {
          const rows = all.value<Row[]>('role-assignments.json');
          all.set(
            'role-assignments.json',
            rows.filter(({ id: one }) => one !== held.id),
          );
        },
      },
      {
        type: 'azurerm_role_definition',
        round: 0,
        after: {
          ...{ name: 'Planned', scope, role_definition_id: id, assignable_scopes: [scope] },
          permissions: [{ actions: permissions.actions, not_actions: [], data_actions: [], not_data_actions: [] }],
        },
        apply: (all) =>
          void all.value<Row[]>('role-definitions.json').push({
            ...{ id: `${scope}/providers/Microsoft.Authorization/roleDefinitions/${id}`, name: id, type: reader.type },
            ...{ roleName: 'Planned', roleType: 'CustomRole', permissions: [permissions], assignableScopes: [scope] },
          }),
      },
    ];
  },
};
