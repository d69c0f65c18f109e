import { useState, type ReactNode } from 'react';
import type { ListViews } from '@cam/platform';
import { ViewsMenu } from '@cam/ui';

type View = NonNullable<ListViews['views']>[number];

export default function Example(): ReactNode {
  const [parameters, open] = useState('severity=HIGH');
  const [views, setViews] = useState<readonly View[]>([
    { view_id: 'high', name: 'High severity', parameters: 'severity=HIGH', shared: true, owner: 'ada@example.com', is_own: false },
  ]);
  return (
    <ViewsMenu
      views={{
        views,
        load: () => undefined,
        parameters,
        open,
        save: async ({ name, shared }) => setViews([...views, { view_id: name, name, parameters, shared, owner: 'you@example.com', is_own: true }]),
        remove: async ({ view_id }) => setViews(views.filter((one) => one.view_id !== view_id)),
        mayShare: true,
      }}
    />
  );
}
