import type { ReactNode } from 'react';
import { Tooltip } from 'antd';
import { Icon, type IconName } from './Icon';
import { typeName } from './type-names';

const ICON_OF: Record<string, IconName> = {
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
};

/** The type of an entity as an icon that says its name. */
export function TypeIcon({ type }: { type: string }): ReactNode {
  if (type === '') return null;
  return (
    <Tooltip title={typeName(type)}>
      <span role="img" aria-label={typeName(type)}>
        <Icon name={ICON_OF[type] ?? 'object'} />
      </span>
    </Tooltip>
  );
}
