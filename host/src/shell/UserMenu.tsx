import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useConnectivity, useSession } from '@cam/platform';
import { Button, Dropdown, Icon } from '@cam/ui';
import { AboutUs } from './AboutUs';
import { useColourChoices } from './ColourSwitch';
import { topBarContainer } from './top-bar-container';
import { RunningVersions } from './RunningVersions';
import { nameOf, signedInAs } from './signed-in-as';
import styles from './TopBar.module.css';

interface Props {
  hasSettings: boolean;
  hasLogout: boolean;
  /** Adds the colour theme, for which narrow windows have no button. */
  hasColours: boolean;
  onShowKeys: () => void;
  onTour: () => void;
}

/** Renders the user menu: the signed-in user, settings, About Us and logout. */
export function UserMenu({ hasSettings, hasLogout, hasColours, onShowKeys, onTour }: Props): ReactNode {
  const { user } = useSession();
  const navigate = useNavigate();
  const isOffline = useConnectivity() === 'offline';
  const [about, setAbout] = useState(false);
  const [running, setRunning] = useState(false);
  const colours = useColourChoices();
  const showRunning = (): void => {
    setAbout(false);
    setRunning(true);
  };
  const items = [
    { key: 'who', type: 'group' as const, label: signedInAs(user, isOffline) },
    ...(hasSettings
      ? [{ key: 'settings', label: 'Settings', icon: <Icon name="settings" />, onClick: () => void navigate('/settings/profile') }]
      : []),
    ...(hasColours ? [{ key: 'colours', label: 'Colour theme', icon: <Icon name="theme" />, children: colours.items }] : []),
    { key: 'keys', label: 'Keyboard shortcuts', icon: <Icon name="columns" />, onClick: onShowKeys },
    { key: 'tour', label: 'Take the tour', icon: <Icon name="help" />, onClick: onTour },
    { key: 'about', label: 'About Us', icon: <Icon name="info" />, onClick: () => setAbout(true) },
    ...(hasLogout ? [{ key: 'logout', label: 'Logout', icon: <Icon name="logout" />, onClick: () => void navigate('/logout') }] : []),
  ];
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{ items, selectedKeys: hasColours ? [colours.chosen] : [] }}
        getPopupContainer={topBarContainer}
      >
        <Button
          type="text"
          className={styles.user}
          aria-label={`User menu of ${nameOf(user)}${isOffline ? ' (Offline)' : ''}`}
          aria-haspopup="menu"
          icon={<Icon name="user" />}
        >
          <span className={styles.name}>{nameOf(user)}</span>
          {isOffline && <span className={styles.offline}>(Offline)</span>}
        </Button>
      </Dropdown>
      <AboutUs open={about} onClose={() => setAbout(false)} onRunning={showRunning} />
      <RunningVersions open={running} onClose={() => setRunning(false)} />
    </>
  );
}
