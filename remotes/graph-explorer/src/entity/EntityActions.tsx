import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { pageOf } from '@cam/contracts';
import { searchAddress, useAddress, useCommands, useSession, type PageCommand } from '@cam/platform';
import { Button, Dropdown } from '@cam/ui';
import { ShowAsQuery } from '../explorer/ShowAsQuery';
import { LEAST_PRIVILEGE } from '../least-privilege/LeastPrivilege';
import { TryChangeDrawer } from '../what-if/TryChangeDrawer';
import { mayTryChange } from '../what-if/change-form';
import { GuardrailDialog } from '../search-result/conditions/GuardrailDialog';
import styles from './entity.module.css';

interface Props {
  facts: { uri: string; name: string; query: string; type: string; cloud_type: string };
  isRightSized: boolean;
}

/** Shows the actions on an entity, in its header and in the command palette. */
export function EntityActions({ facts: { uri, name, query, type, cloud_type: cloud }, isRightSized }: Props): ReactNode {
  const navigate = useNavigate();
  const address = useAddress();
  const { can } = useSession();
  const [watched, setWatched] = useState<string | null>(null);
  const [isTrying, setTrying] = useState(false);
  const rightSize = (): void => {
    if (address.get('proposal') === '') address.set({ proposal: '90' });
    const section = document.getElementById(LEAST_PRIVILEGE);
    section?.scrollIntoView({ block: 'start' });
    section?.focus({ preventScroll: true });
  };
  const actions: PageCommand[] = [
    ...(isRightSized ? [{ id: 'right-size', label: 'Right-size', run: rightSize }] : []),
    ...(mayTryChange(cloud, type) ? [{ id: 'what-if', label: 'Try a change', run: () => setTrying(true) }] : []),
    { id: 'request', label: 'Request access', run: () => void navigate(`/requests?${requestOf(uri, type)}`) },
    ...(query !== '' && can('GUARDRAIL') ? [{ id: 'guardrail', label: 'Create guardrail', run: () => setWatched(query) }] : []),
    ...(can('GENERAL')
      ? [{ id: 'tier', label: 'Set tier', run: () => void navigate(`/crown-jewels?${new URLSearchParams({ tab: 'rules', uri }).toString()}`) }]
      : []),
  ];
  useCommands([
    ...actions,
    ...(query === '' ? [] : [{ id: 'query', label: `Show access of ${name} as query`, run: () => void navigate(searchAddress(query)) }]),
  ]);
  const [first, ...others] = actions;
  return (
    <span className={styles.entityActions}>
      <ShowAsQuery query={query} what={`access of ${name}`} />
      {first && <Button onClick={first.run}>{first.label}</Button>}
      {others.length > 0 && (
        <Dropdown
          trigger={['click']}
          placement="bottomRight"
          menu={{ items: others.map(({ id, label, run }) => ({ key: id, label, onClick: run })) }}
        >
          <Button aria-haspopup="menu">More actions</Button>
        </Dropdown>
      )}
      <TryChangeDrawer entity={isTrying ? { uri, name } : null} onClose={() => setTrying(false)} />
      <GuardrailDialog query={watched} onClose={() => setWatched(null)} />
    </span>
  );
}

/** Returns the parameters of the form that asks for access: for an identity, or to a resource. */
function requestOf(uri: string, type: string): string {
  return new URLSearchParams({ new: '1', [pageOf(type) === 'identities' ? 'for' : 'to']: uri }).toString();
}
