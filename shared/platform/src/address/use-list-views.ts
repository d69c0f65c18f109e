import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ListView } from '@cam/contracts';
import { callApi } from '../http/call-api';
import { useApi } from '../http/use-api';
import { useSession } from '../session/use-session';
import { notify } from '../state/notify';

/** Parameters of an address that are no part of a view: places within a list, and panels above it. */
const NOT_SAVED = ['page', 'alert', 'methods', 'group'];

/** Returns the view in the parameters of an address. */
export function viewParameters(search: string): string {
  const parameters = new URLSearchParams(search);
  for (const name of NOT_SAVED) parameters.delete(name);
  return parameters.toString();
}

/** The saved views of a list, for the menu of the data grid. */
export interface ListViews {
  /** Undefined until they are loaded. */
  views: readonly ListView[] | undefined;
  /** Loads the views when their menu opens first. */
  load: () => void;
  /** The view that the address shows. */
  parameters: string;
  open: (parameters: string) => void;
  save: (view: { name: string; shared: boolean }) => Promise<void>;
  remove: (view: ListView) => Promise<void>;
  mayShare: boolean;
}

/**
 * Returns the saved views of a page whose address holds filters, order and grouping of its list.
 * @param of path of the page, such as /identities/person; the first segment of the address by default
 */
export function useListViews(of?: string): ListViews {
  const [isWanted, setWanted] = useState(false);
  const { pathname, search } = useLocation();
  const page = of ?? `/${pathname.split('/')[1] ?? ''}`;
  const navigate = useNavigate();
  const { can } = useSession();
  const { data, mutate } = useApi('GET /v1/views', isWanted ? { query: { page } } : null, { filtered: false });
  const parameters = viewParameters(search);
  return {
    views: data?.views,
    load: () => setWanted(true),
    parameters,
    open: (chosen) => void navigate(`?${chosen}`),
    save: async ({ name, shared }) => {
      await callApi('POST /v1/views', { body: { page, name, parameters, shared } });
      notify.success(`View ${name} saved.`);
      await mutate();
    },
    remove: async ({ view_id, name }) => {
      await callApi('DELETE /v1/views/{view_id}', { path: { view_id } });
      notify.success(`View ${name} deleted.`);
      await mutate();
    },
    mayShare: can('GENERAL'),
  };
}
