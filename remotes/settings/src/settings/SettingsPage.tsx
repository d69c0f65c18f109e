import { Fragment, type ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { useSession } from '@cam/platform';
import { EmptyState, PageHeader, TabList } from '@cam/ui';
import { AlertSettings } from '../alerts/AlertSettings';
import { ALERT_TABS } from '../alerts/severities';
import { Connections } from '../connections/Connections';
import { ProfileForm } from '../profile/ProfileForm';
import { SecondFactor } from '../profile/SecondFactor';
import { Sessions } from '../profile/Sessions';
import { SlackLinks } from '../profile/SlackLinks';
import { SingleSignOn } from '../sign-on/SingleSignOn';
import { NotificationTimes } from '../times/NotificationTimes';
import { Roles } from '../roles/Roles';
import { ApiTokens } from '../tokens/ApiTokens';
import { Webhooks } from '../webhooks/Webhooks';

const TABS = [
  {
    key: 'profile',
    label: 'User Information',
    content: (
      <>
        <ProfileForm />
        <SecondFactor />
        <Sessions />
        <SlackLinks />
      </>
    ),
  },
  ...ALERT_TABS.map(({ key, label, severity }) => ({ key, label, content: <AlertSettings severity={severity} /> })),
  { key: 'alertstimes', label: 'Notification Times', content: <NotificationTimes /> },
  { key: 'tokens', label: 'API Tokens', content: <ApiTokens /> },
];

/** The tabs of users who may change the tenant. */
const ADMIN_TABS = [
  ...TABS,
  { key: 'roles', label: 'Roles', content: <Roles /> },
  { key: 'webhooks', label: 'Webhooks', content: <Webhooks /> },
  { key: 'connections', label: 'Connections', content: <Connections /> },
  { key: 'single-sign-on', label: 'Single sign-on', content: <SingleSignOn /> },
];

/** Shows the profile and the alert settings. Each tab has its own URL, so that leaving a tab with unsaved changes asks first. */
export default function SettingsPage(): ReactNode {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { rights } = useSession();
  const mayChange = rights.includes('CAM_GENERAL_WRITE');
  const mayOperate = mayChange || rights.includes('CAM_OPERATOR');
  const tabs = mayChange ? ADMIN_TABS : TABS;
  const shown = tabs.find(({ key }) => key === id);
  return (
    <>
      <PageHeader title="Settings" actions={mayOperate && <Link to="/operations">Operations</Link>} />
      <TabList label="Settings" items={tabs} chosen={shown?.key} onChoose={(key) => void navigate(`/settings/${key}`)} />
      {shown ? (
        <Fragment key={shown.key}>{shown.content}</Fragment>
      ) : (
        <EmptyState icon="settings" title="This setting does not exist" text="Choose one of the tabs above." />
      )}
    </>
  );
}
