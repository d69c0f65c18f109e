import { useAtomValue } from 'jotai';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Part, useConnectivity, useSession } from '@cam/platform';
import { authInfoAtom } from '@cam/platform/host';
import { Button, Dropdown, Icon, Modal, setColourChoice, useColourMode } from '@cam/ui';
import type { Viewer } from '../routes/visibility';
import { SourceFilter } from './SourceFilter';
import { userLabel } from './user-label';
import styles from './TopBar.module.css';

interface Props {
  onToggleMenu: () => void;
  collapsed: boolean;
  viewer: Viewer;
}

export function TopBar({ onToggleMenu, collapsed, viewer }: Props): ReactNode {
  const mode = useColourMode();
  const help = useAtomValue(authInfoAtom)?.helpUrl;
  const { flags, hasAccounts } = viewer;
  return (
    <header className={styles.bar}>
      <Button
        type="text"
        icon={<Icon name="menu" />}
        aria-label={collapsed ? 'Expand the menu' : 'Collapse the menu'}
        aria-expanded={!collapsed}
        onClick={onToggleMenu}
      />
      <div className={styles.search}>
        {!flags.has('UI_HIDE_SEARCH') && !flags.has('UI_HIDE_ALL_SOURCE') && (
          <Part id="graph-explorer.header-search" props={{ disabled: !hasAccounts }} />
        )}
      </div>
      {!flags.has('UI_HIDE_ALL_SOURCE') && <SourceFilter />}
      <Button
        type="text"
        icon={<Icon name="theme" />}
        aria-label={mode === 'dark' ? 'Light colours' : 'Dark colours'}
        onClick={() => setColourChoice(mode === 'dark' ? 'light' : 'dark')}
      />
      {help && <Button type="text" icon={<Icon name="help" />} aria-label="Help" href={help} target="_blank" rel="noreferrer" />}
      <UserMenu flags={flags} />
    </header>
  );
}

function UserMenu({ flags }: { flags: Viewer['flags'] }): ReactNode {
  const { user } = useSession();
  const navigate = useNavigate();
  const offline = useConnectivity() === 'offline';
  const [about, setAbout] = useState(false);
  const name = [user.first_name, user.last_name].filter((part) => part !== 'none').join(' ') || user.email;
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'who', type: 'group', label: `Signed in as ${name} ${offline ? '(Offline)' : userLabel(user)}` },
            { key: 'settings', label: 'Settings', icon: <Icon name="settings" />, onClick: () => void navigate('/settings/profile') },
            { key: 'about', label: 'About Us', icon: <Icon name="help" />, onClick: () => setAbout(true) },
            ...(flags.has('UI_HIDE_LOGOUT')
              ? []
              : [{ key: 'logout', label: 'Logout', icon: <Icon name="logout" />, onClick: () => void navigate('/logout') }]),
          ],
        }}
      >
        <Button type="text" className={styles.user} aria-label="User menu" icon={<Icon name="user" />}>
          <span className={styles.name}>{name}</span>
        </Button>
      </Dropdown>
      <Modal open={about} title="About Us" footer={null} onCancel={() => setAbout(false)} width={440}>
        <p>CAM, cloud access management. Copyright 2026 the CAM authors, licensed under the Apache License 2.0.</p>
        <p>Names of cloud and identity providers are trademarks of their owners and are used to name their services only.</p>
      </Modal>
    </>
  );
}
