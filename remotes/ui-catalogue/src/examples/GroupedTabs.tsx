import { useState, type ReactNode } from 'react';
import { GroupedTabs } from '@cam/ui';

const GROUPS = [
  { label: 'People', items: ['Users', 'Groups'].map((label) => ({ key: label, label })) },
  { label: 'Programs', items: ['Service accounts', 'API tokens'].map((label) => ({ key: label, label })) },
];

export default function Example(): ReactNode {
  const [chosen, setChosen] = useState('Users');
  return (
    <GroupedTabs label="Kinds of identities" groups={GROUPS} chosen={chosen} onChoose={setChosen}>
      {chosen} of this tenant.
    </GroupedTabs>
  );
}
