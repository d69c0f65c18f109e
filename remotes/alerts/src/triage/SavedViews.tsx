import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSession, viewParameters } from '@cam/platform';
import { ViewsMenu } from '@cam/ui';
import { deleteView, saveView, useViews } from './api';

/** Opens, saves and deletes views of the alerts. They are loaded at once, so that the button names the present one. */
export function SavedViews(): ReactNode {
  const { data, mutate } = useViews();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { can } = useSession();
  const parameters = viewParameters(search);
  return (
    <ViewsMenu
      views={{
        views: data?.views,
        load: () => undefined,
        parameters,
        open: (chosen) => void navigate(`?${chosen}`),
        save: async (view) => {
          await saveView({ ...view, parameters });
          await mutate();
        },
        remove: async (view) => {
          await deleteView(view);
          await mutate();
        },
        mayShare: can('ALERTS'),
      }}
    />
  );
}
