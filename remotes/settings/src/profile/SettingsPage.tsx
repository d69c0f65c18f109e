import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { EmptyState, PageHeader, Tabs } from '@cam/ui';
import { ProfileForm } from './ProfileForm';

export default function SettingsPage(): ReactNode {
  const { id } = useParams();
  if (id !== 'profile') return <EmptyState icon="settings" title="There is no such setting" text="Choose Settings in the user menu." />;
  return (
    <>
      <PageHeader title="Settings" />
      <Tabs activeKey="profile" items={[{ key: 'profile', label: 'User Information', children: <ProfileForm /> }]} />
    </>
  );
}
