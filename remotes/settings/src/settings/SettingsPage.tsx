import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { useSession } from '@cam/platform';
import { EmptyState, PageHeader, Tabs } from '@cam/ui';
import { AlertSettings } from '../alerts/AlertSettings';
import { ALERT_TABS } from '../alerts/severities';
import { ProfileForm } from '../profile/ProfileForm';
import { SecondFactor } from '../profile/SecondFactor';
import { Sessions } from '../profile/Sessions';
import { ApiTokens } from '../tokens/ApiTokens';

const TABS = [
  {
    key: 'profile',
    label: 'User Information',
    children: (
      <>
        <ProfileForm />
        <SecondFactor />
        <Sessions />
      </>
    ),
  },
  ...ALERT_TABS.map(({ key, label, severity }) => ({ key, label, children: <AlertSettings severity={severity} /> })),
  { key: 'tokens', label: 'API Tokens', children: <ApiTokens /> },
];

/** Shows the profile and the alert settings. Each tab has its own URL, so that leaving a tab with unsaved changes asks first. */
export default function SettingsPage(): ReactNode {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { rights } = useSession();
  const mayOperate = rights.includes('CAM_OPERATOR') || rights.includes('CAM_GENERAL_WRITE');
  const known = TABS.some(({ key }) => key === id);
  return (
    <>
      <PageHeader title="Settings" actions={mayOperate && <Link to="/operations">Operations</Link>} />
      <Tabs activeKey={known ? id : ''} items={TABS} destroyOnHidden animated={false} onChange={(key) => void navigate(`/settings/${key}`)} />
      {!known && <EmptyState icon="settings" title="This setting does not exist" text="Choose one of the tabs above." />}
    </>
  );
}
