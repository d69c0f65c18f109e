import type { UsageEvent } from '@cam/contracts';
import { EntityLink } from '@cam/platform';
import { Tag, timeColumn, type GridColumn } from '@cam/ui';
import { Wrapped } from './Wrapped';

/** The columns of a result with events. */
export const EVENT_COLUMNS: readonly GridColumn<UsageEvent>[] = [
  {
    key: 'event',
    title: 'Event Name',
    value: ({ event_name: name, refused }) => (refused ? `${name} (denied)` : name),
    render: ({ event_name: name, refused }) => (
      <Wrapped width={150} least={112}>
        {name} {refused && <Tag color="error">denied</Tag>}
      </Wrapped>
    ),
  },
  {
    key: 'identity',
    title: 'Identity',
    value: (event) => identityOf(event),
    render: (event) => (
      <Wrapped width={170}>{isKnown(event) ? <EntityLink uri={event.identity_uri} name={identityOf(event)} /> : identityOf(event)}</Wrapped>
    ),
  },
  {
    key: 'identitySource',
    title: 'Identity Source',
    value: ({ identity_account_name: name, identity_account_id: id }) => name || id,
    render: ({ identity_account_name: name, identity_account_id: id }) => (
      <Wrapped width={104} least={90}>
        {name || id}
      </Wrapped>
    ),
  },
  {
    key: 'resource',
    title: 'Resource',
    value: ({ resource_name: name }) => name,
    render: ({ resource_name: name, resource_uri: uri }) => (
      <Wrapped width={150} least={112}>
        <EntityLink uri={uri} name={name} />
      </Wrapped>
    ),
  },
  {
    key: 'resourceSource',
    title: 'Resource Source',
    value: ({ resource_account_name: name, resource_account_id: id }) => name || id,
    render: ({ resource_account_name: name, resource_account_id: id }) => (
      <Wrapped width={112} least={90}>
        {name || id}
      </Wrapped>
    ),
  },
  { key: 'ip', title: 'IP Address', value: ({ ip_address: ip }) => ip },
  {
    key: 'userAgent',
    title: 'User Agent',
    value: ({ user_agent: agent }) => agent,
    render: ({ user_agent: agent }) => <Wrapped width={130}>{agent}</Wrapped>,
  },
  timeColumn({ key: 'timestamp', title: 'Timestamp', at: ({ timestamp }) => timestamp, as: 'second' }),
];

/** Returns the name of the identity, with the session name for a role. */
function identityOf({ identity_name: name, session }: UsageEvent): string {
  return session === '' || session === name.toLowerCase() ? name : `${name} (${session})`;
}

function isKnown({ identity_uri: uri, identity_type: type, identity_account_id: account }: UsageEvent): boolean {
  return uri !== '' && type !== '' && account !== '';
}
