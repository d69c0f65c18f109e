import { Fragment, type ReactNode } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router-dom';
import { useSession } from '@cam/platform';
import { EmptyState, GroupedTabs, PageHeader } from '@cam/ui';
import { AlertSettings } from '../alerts/AlertSettings';
import { ALERT_TABS } from '../alerts/severities';
import { Connections } from '../connections/Connections';
import { KeySettings } from '../keys/KeySettings';
import { ProfileForm } from '../profile/ProfileForm';
import { SecondFactor } from '../profile/SecondFactor';
import { Sessions } from '../profile/Sessions';
import { ChatLinks } from '../profile/ChatLinks';
import { SingleSignOn } from '../sign-on/SingleSignOn';
import { NotificationTimes } from '../times/NotificationTimes';
import { Roles } from '../roles/Roles';
import { ApiTokens } from '../tokens/ApiTokens';
import { Webhooks } from '../webhooks/Webhooks';

interface SettingsTab {
  /** The last part of the address. */
  key: string;
  label: string;
  content: ReactNode;
  /** Only for users who may change the tenant. */
  isForAdmins?: boolean;
}

const GROUPS: readonly { label: string; items: readonly SettingsTab[] }[] = [
  {
    label: 'Your account',
    items: [
      {
        key: 'profile',
        label: 'User Information',
        content: (
          <>
            <ProfileForm />
            <SecondFactor />
            <Sessions />
            <ChatLinks />
          </>
        ),
      },
      { key: 'keys', label: 'Keyboard', content: <KeySettings /> },
    ],
  },
  {
    label: 'Notifications',
    items: [
      ...ALERT_TABS.map(({ key, label, severity }) => ({ key, label, content: <AlertSettings severity={severity} /> })),
      { key: 'alertstimes', label: 'Notification Times', content: <NotificationTimes /> },
    ],
  },
  {
    label: 'People and access',
    items: [
      { key: 'roles', label: 'Roles', content: <Roles />, isForAdmins: true },
      { key: 'single-sign-on', label: 'Single sign-on', content: <SingleSignOn />, isForAdmins: true },
    ],
  },
  {
    label: 'Programs',
    items: [
      { key: 'tokens', label: 'API Tokens', content: <ApiTokens /> },
      { key: 'webhooks', label: 'Webhooks', content: <Webhooks />, isForAdmins: true },
      { key: 'connections', label: 'Connections', content: <Connections />, isForAdmins: true },
    ],
  },
];

/** Shows the settings of the user and of the tenant. Each tab has its own URL, so that leaving a tab with unsaved changes asks first. */
export default function SettingsPage(): ReactNode {
  const { id } = useParams();
  const navigate = useNavigate();
  const { rights } = useSession();
  const mayChange = rights.includes('CAM_GENERAL_WRITE');
  const mayOperate = mayChange || rights.includes('CAM_OPERATOR');
  const groups = GROUPS.map(({ label, items }) => ({ label, items: items.filter(({ isForAdmins = false }) => mayChange || !isForAdmins) }));
  const tabs = groups.flatMap(({ items }) => items);
  const shown = tabs.find(({ key }) => key === id);
  const [first] = tabs;
  if (id === undefined && first) return <Navigate to={`/settings/${first.key}`} replace />;
  return (
    <>
      <PageHeader title="Settings" actions={mayOperate && <Link to="/operations">Operations</Link>} />
      <GroupedTabs
        label="Settings"
        groups={groups.filter(({ items }) => items.length > 0)}
        chosen={shown?.key}
        onChoose={(key) => void navigate(`/settings/${key}`)}
      >
        {shown ? (
          <Fragment key={shown.key}>{shown.content}</Fragment>
        ) : (
          <EmptyState icon="settings" title="This setting does not exist" text="Choose one of the list." />
        )}
      </GroupedTabs>
    </>
  );
}
